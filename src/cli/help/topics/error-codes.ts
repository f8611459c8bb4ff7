/** Error codes with a row for each: the meaning, the next step and the exit codes, as data. */
import { ExitCode } from '../../../errors.ts'
import { issuesUrl } from '../../io/repository.ts'
import { refusedCodes } from './error-codes/refused.ts'
import type { ErrorCodeRows } from './error-codes/row.ts'
import { usageCodes } from './error-codes/usage.ts'

/** By the usual exit code; a row names further exit codes. `test/cli/help/error-codes.test.ts` compares the sources. */
const rows: Partial<Record<keyof typeof ExitCode, ErrorCodeRows>> = {
  refused: refusedCodes,
  usage: usageCodes,
  auth: {
    TOPO_KEY_COMMAND: [
      'The command that prints the API key (apiKeyCommand) failed.',
      'Run it by hand to see the error; "topo config set apiKeyCommand COMMAND" changes it.',
    ],
    TOPO_NOT_LOGGED_IN: [
      'topo has no API key for this service.',
      'Run "topo login", or set TOPO_API_KEY in a pipeline.',
    ],
    TOPO_UNAUTHORIZED: [
      'The service rejected the API key: it is missing, unknown or revoked.',
      'Run "topo login" with another key, or correct TOPO_API_KEY in a pipeline.',
    ],
  },
  quota: {
    TOPO_QUOTA_EXCEEDED: [
      'A quota of the account is used up.',
      'Run "topo quota" to see when it resets.',
    ],
  },
  conflict: {
    TOPO_ALREADY_OWNED: [
      'The account already owns the bundle, so nothing was ordered.',
      'Open its cases; the account can already read them.',
    ],
    TOPO_ALREADY_SUBSCRIBED: [
      'The account already has an active subscription.',
      'Run "topo billing show" to see it, and subscribe to another plan after it ends.',
    ],
    TOPO_BUNDLED_SOURCE: [
      'The local file has imports or types, but the remote version does not.',
      'Apply the remote change manually, or overwrite the file with --force.',
    ],
    TOPO_CHANGED_MEANWHILE: [
      'Someone else changed the file or the star while topo was changing it.',
      'Run the command again.',
    ],
    TOPO_CONFLICT: [
      'The script changed on both sides since the last sync.',
      'Run "topo status" to see what differs, then pull or push again.',
    ],
    TOPO_CONSENT_REQUIRED: [
      'The subscription cannot resume, because consent to its charges is missing.',
      'After the paid period ends, consent again with "topo billing subscribe".',
    ],
    TOPO_PLAN_STALE: [
      'A script of the plan has changed since the plan was made, so nothing was done.',
      'Create another plan and review it.',
    ],
    TOPO_SLUG_TAKEN: [
      'Another script on the service already has the slug.',
      'Give the script another slug: rename the file, or set "slug" in its header, between /*--- and ---*/.',
    ],
  },
  bug: {
    TOPO_BUG: [
      'topo has a bug.',
      `Run the command again with --debug, and report what it prints at ${issuesUrl}.`,
    ],
  },
  temporary: {
    TOPO_BUSY: [
      'The machine is too busy to check a script in time, or has too little free memory.',
      'Retry when the machine is less busy; the script itself may be fine.',
    ],
    TOPO_CONNECTION_LOST: [
      'The service closed the connection; the request may have been processed.',
      'Run the same command again to check.',
    ],
    TOPO_DATA_LOCKED: [
      'Another process uses the data folder of the embedded service.',
      'Stop that process, or use its address as the base URL.',
    ],
    TOPO_BUDGET_USED: [
      'The command stopped before it would have sent more requests than --budget allows.',
      'Run the same command again later, which continues, or raise --budget.',
    ],
    TOPO_DNS: [
      'The host name of the service cannot be resolved.',
      'Check the base URL and the network.',
    ],
    TOPO_NETWORK: ['The network failed.', 'Check the network and the base URL, then try again.'],
    TOPO_NOT_STORED: [
      'The service cannot store the change, mostly for lack of space, so nothing was changed.',
      'Run the same command again when the service can store it.',
    ],
    TOPO_PROXY: [
      'The proxy cannot be reached, or it refuses the connection.',
      'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; NO_PROXY lists the hosts to reach directly.',
    ],
    TOPO_RATE_LIMITED: [
      'The key sent too many requests.',
      'Try again later, or let topo wait with --max-wait.',
    ],
    TOPO_REFUSED_CONNECTION: [
      'Nothing listens at the address of the service.',
      'Check the base URL and that the service runs.',
    ],
    TOPO_TIMEOUT: [
      'The service took too long to answer; the request may have been processed.',
      'Try again later, or raise --timeout or --total-timeout.',
    ],
    TOPO_UNAVAILABLE: ['The service is not available.', 'Run the same command again later.'],
  },
  interrupted: {
    TOPO_CANCELLED: [
      'The request was cancelled; it may still have been processed.',
      'Run the command again if you need its result.',
    ],
    TOPO_INTERRUPTED: [
      'You or the system stopped the command.',
      'Run it again; a push skips what is already done.',
      ['terminated'],
    ],
  },
}

export const errorCodes = Object.entries(rows).flatMap(([exit, group]) =>
  Object.entries(group).map(([code, [meaning, fix, alsoExits = []]]) => ({
    code,
    meaning,
    fix,
    /** The usual exit code first. */
    exitCodes: [exit as keyof typeof ExitCode, ...alsoExits].map((name) => ExitCode[name]),
  })),
)
