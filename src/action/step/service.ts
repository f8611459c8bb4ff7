/** Connects to the service by the inputs of a step; explains why a key is missing. */

import { readCredentials } from '../../cli/service/headers.ts'
import { validateKey } from '../../cli/service/key/api-key.ts'
import { Profiles } from '../../cli/service/profiles.ts'
import { openService, type Service } from '../../cli/service/service.ts'
import {
  chooseService,
  requireKey,
  unconfirmedAddress,
  unsentSecret,
} from '../../cli/service/settings.ts'
import type { WebChoice } from '../../cli/service/web-url.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { Context } from './context.ts'

export async function connect(
  { inputs, environment, project, terminal, pullRequest }: Context,
  { version, debug }: { version: string; debug: boolean },
): Promise<Service> {
  const { baseUrl, apiKey, dryRun, command } = inputs
  if (apiKey) validateKey(apiKey, 'the input `api-key`')
  const asked = baseUrl === undefined ? {} : { 'base-url': baseUrl }
  const choice = await chooseService(
    asked,
    environment,
    // No root: a URL that a person confirmed on this machine is not confirmed for a workflow.
    { config: project.config },
    async () => new Profiles(environment),
  )
  if (apiKey === '' && choice.key === undefined) throw emptyKey(pullRequest?.fromFork === true)
  const unsent = unsentSecret(choice)
  if (unsent) {
    const hint = `If this is your service, add \`base-url: ${choice.address}\` under \`with:\` of this step.`
    throw unconfirmedAddress(choice, unsent, hint)
  }
  requireKey(choice, false)
  return openService({
    address: choice.address,
    credentials: await readCredentials(choice),
    web: webOf(choice),
    environment,
    terminal,
    version,
    debug,
    localData: environment.localData ?? project.localDataFolder,
    readOnly: dryRun || command === 'plan' || command === 'drift',
    limits: { 'max-wait': inputs.maxWait, budget: inputs.budget },
  })
}

function webOf(choice: WebChoice): WebChoice {
  const { value } = choice.unconfirmedWebUrl ?? {}
  if (value === undefined) return choice
  const confirmingHint = `If this is your web app, add \`web-url: ${value}\` under \`with:\` of this step.`
  return { ...choice, confirmingHint }
}

const emptyKey = (fromFork: boolean): KnownError =>
  new KnownError(
    fromFork
      ? 'The input `api-key` is empty: secrets are not available to pull requests from forks.'
      : 'The input `api-key` is empty; secrets are not available to pull requests from forks.',
    {
      code: 'TOPO_NOT_LOGGED_IN',
      exitCode: ExitCode.auth,
      hint: fromFork
        ? 'For pull requests, use `command: validate`, which needs no key.'
        : 'Check the name of the secret, and that this repository or environment defines it.',
    },
  )
