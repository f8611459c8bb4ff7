/** The flags that every command has, and those that several have. */
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
    summary: 'Only these fields of the JSON, e.g. id,slug.',
  }),
  'output-file': string({
    helpGroup,
    helpValue: 'FILE',
    env: 'TOPO_OUTPUT_FILE',
    summary: 'Write the JSON document to a file as well.',
  }),
  'base-url': string({ helpGroup, helpValue: 'URL', summary: 'Address of the service, or "local".' }),
  profile: string({ helpGroup, helpValue: 'NAME', summary: 'Which login to use.' }),
  local: boolean({ helpGroup, summary: 'Use the embedded service, in this very process.' }),
  'no-color': boolean({ helpGroup, summary: 'No colours.' }),
  quiet: boolean({ char: 'q', helpGroup, summary: 'Only the result and errors.' }),
  debug: boolean({ helpGroup, summary: 'Requests and stack traces on stderr.' }),
  yes: boolean({ char: 'y', helpGroup, summary: 'Answer every confirmation with yes.' }),
  'no-input': boolean({ helpGroup, summary: 'Never ask.' }),
  timeout: integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 1,
    max: 86_400,
    summary: 'How long one attempt at a request may take (30).',
  }),
  'total-timeout': integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 1,
    max: 86_400,
    summary: 'How long a request may take with all its attempts and waits.',
  }),
  'max-wait': integer({
    helpGroup: network,
    helpValue: 'SECONDS',
    min: 0,
    max: 86_400,
    summary: 'Longest wait that the service may ask for before a next attempt (60).',
  }),
}

/** For commands that change something on the service with few requests. */
export const dryRunFlag = {
  'dry-run': boolean({ summary: 'Show the request that would change something, and do not send it.' }),
}

/** For lists: a page unless all of it is asked for. */
export const pageFlags = {
  limit: integer({ default: 30, min: 1, helpValue: 'N', summary: 'At most so many.' }),
  all: boolean({ summary: 'All of them.' }),
}
