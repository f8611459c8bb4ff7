/** Reads of `topo doctor --service`: the account, lists, one script, and the limits that the service tells. */
import { searchGallery } from '../../../api/calls/discovery.ts'
import { contract } from '../../../api/resources/index.ts'
import { rateInWords, readRateLimit } from '../../../api/transport/rate-limit.ts'
import { KnownError } from '../../../errors.ts'
import { readAccount } from '../../../sync/remote/read-account.ts'
import { ownScripts, readScript } from '../../../sync/remote/read-remote.ts'
import { isSameRevision } from '../../../sync/remote/revision.ts'
import { failedCheck, type Observation, ok, warning } from '../check.ts'
import type { DeploymentCheck } from './check.ts'

/** Own scripts that are listed, so that a large account costs no more. */
const mostListed = 300

/** The service answers, and accepts the key. */
export const accountCheck: DeploymentCheck = async ({ client, transport, address, hasKey }) => {
  const { headers } = await transport.exchange({
    method: 'GET',
    path: contract.billing.status.path,
  })
  const embedded = headers.get('x-topo-mock') !== null
  const observations = [ok(`${address} is ${embedded ? 'an embedded service' : 'a service'}`)]
  if (hasKey) await readAccount(client)
  else {
    const effect = 'Commands that need a key end with exit code 4; run "topo login".'
    observations.push(warning('no key, so only public endpoints were used', effect))
  }
  return { observations, data: { embedded } }
}

export const listsCheck: DeploymentCheck = async ({ client, hasKey }) => {
  await searchGallery(client, {}, 1)
  if (!hasKey) return { observations: [ok('the gallery is listed')], data: { lists: null } }
  const { items, promised } = await ownScripts(client, mostListed)
  const data = { lists: { listed: items.length, promised: promised ?? null } }
  const message = `${items.length} own scripts are listed, ${promised === undefined ? 'without a count' : `of ${promised}`}`
  const asksForEach = 'topo asks for each new script by its slug before it creates it.'
  const incomplete =
    'push, pull and status end with TOPO_LIST_INCOMPLETE: the others would look deleted.'
  if (items.length < Math.min(promised ?? 0, mostListed))
    return { observations: [failedCheck(message, incomplete)], data }
  return { observations: [ok(message, promised === undefined ? asksForEach : undefined)], data }
}

/** No service has it. */
const unknownSlug = 'topo-doctor-no-such-script'

/** Reads a script that exists and one that does not. */
export const scriptsCheck: DeploymentCheck = async ({ client, hasKey }) => {
  const own = hasKey ? (await ownScripts(client, 1)).items : []
  const [listed] = own.length > 0 ? own : (await searchGallery(client, {}, 1)).items
  const script = listed && (await readScript(client, listed.id))
  const revisions = { list: listed?.updatedAt ?? null, read: script?.updatedAt ?? null }
  const missing = await readScript(client, unknownSlug).catch((error: unknown) => {
    if (error instanceof KnownError) return error
    throw error
  })
  return {
    observations: [
      ...(listed === undefined ? [] : [readFact(script), revisionFact(revisions)]),
      ...(missing === undefined ? [] : [missingFact(missing)]),
    ],
    data: { revisions },
  }
}

function readFact(script: Awaited<ReturnType<typeof readScript>>): Observation {
  if (script === undefined)
    return failedCheck(
      'a listed script cannot be read by its id',
      'topo can neither pull nor update scripts.',
    )
  return typeof script.code === 'string'
    ? ok('a script is read by its id')
    : failedCheck('a read of a script has no code', 'topo cannot pull scripts.')
}

function revisionFact({ list, read }: { list: string | null; read: string | null }): Observation {
  if (read === null)
    return warning(
      'a script has no revision (updatedAt)',
      'topo compares contents instead: it reads every script to see whether it changed, and again before it writes.',
    )
  if (list === null)
    return warning(
      'reads have revisions (updatedAt), lists have none',
      'topo reads every script to see whether it changed.',
    )
  return isSameRevision(list, read)
    ? ok('revisions (updatedAt) are the same in lists and reads')
    : warning(
        'revisions (updatedAt) of a list and of a read differ',
        'topo reads every script again, because none looks unchanged.',
      )
}

const missingFact = (answer: object): Observation =>
  answer instanceof KnownError
    ? warning(
        `a script that does not exist is answered with ${answer.code}`,
        'topo expects 404; other answers end a command.',
      )
    : failedCheck(
        'a script that does not exist is answered with another one',
        'topo cannot tell a deleted script from one that exists.',
      )

export const limitsCheck: DeploymentCheck = async ({ client, transport }) => {
  const { headers, receivedAt } = await transport.exchange({
    method: 'GET',
    path: contract.quota.me.path,
  })
  const { quotas } = await readAccount(client)
  const rate = readRateLimit(headers, receivedAt)
  const observations = [
    rate === undefined
      ? ok(
          'no header says how many requests are left',
          'topo waits and retries when the service refuses.',
        )
      : ok(rateInWords(rate), 'topo waits before it would be refused, up to --max-wait.'),
    quotas.length === 0
      ? warning(
          'no quotas',
          'A plan does not say what it costs, and a push stops only when it is refused.',
        )
      : ok(`quotas: ${quotas.map(({ key }) => key).join(', ')} ("topo quota" shows what is left)`),
  ]
  return { observations, data: { limits: { rate: rate ?? null, quotas } } }
}
