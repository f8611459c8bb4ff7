/** Global flags, and flags shared by several commands. */
import { boolean, integer, string } from '@oclif/core/flags'

const helpGroup = 'GLOBAL'
const network = 'NETWORK'

export const globalFlags = {
  json: boolean({ helpGroup, summary: 'Print one JSON document on stdout.' }),
  fields: string({
    helpGroup,
    helpValue: 'NAMES',
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ',',
    summary: 'Print only these fields of the JSON, e.g. id,slug.',
  }),
  'output-file': string({
    helpGroup,
    helpValue: 'FILE',
    env: 'TOPO_OUTPUT_FILE',
    summary: 'Also write the JSON document to a file.',
  }),
  'base-url': string({ helpGroup, helpValue: 'URL', summary: 'URL of the service, or "local".' }),
  profile: string({
    helpGroup,
    helpValue: 'NAME',
    summary: 'Use this profile (login on this machine).',
  }),
  local: boolean({ helpGroup, summary: 'Use the local service, which runs inside this process.' }),
  'no-color': boolean({ helpGroup, summary: 'Print without colours.' }),
  quiet: boolean({ char: 'q', helpGroup, summary: 'Print only the result and errors.' }),
  debug: boolean({ helpGroup, summary: 'Log requests and stack traces to stderr.' }),
  yes: boolean({ char: 'y', helpGroup, summary: 'Answer yes to every confirmation.' }),
  'no-input': boolean({ helpGroup, summary: 'Never prompt.' }),
  timeout: integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 1,
    max: 86_400,
    summary: 'Timeout of one attempt at a request (default 30).',
  }),
  'total-timeout': integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 1,
    max: 86_400,
    summary: 'Timeout of a request, with all its retries and waits.',
  }),
  'max-wait': integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 0,
    max: 86_400,
    summary: 'Longest wait for a service that limits requests or, in CI, is away (default 60).',
  }),
  budget: integer({
    helpGroup: network,
    helpValue: 'N',
    min: 1,
    env: 'TOPO_BUDGET',
    summary: 'Send at most N requests, retries included; then stop with exit 75.',
  }),
}

/** Group of a command's own flags that few people need: `-h` leaves them out. */
export const rare = { helpGroup: 'MORE' } as const

/** For commands that change the service with few requests. */
export const dryRunFlag = {
  'dry-run': boolean({
    summary: 'Show the request that would change something, without sending it.',
  }),
}

/** For lists: one page, unless --all is given. */
export const pageFlags = {
  limit: integer({ default: 30, min: 1, helpValue: 'N', summary: 'Print at most N.' }),
  all: boolean({ summary: 'Print all of them, without a limit.' }),
}
