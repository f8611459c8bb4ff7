/** The flags that every command has. */
import { boolean, string } from '@oclif/core/flags'

const helpGroup = 'GLOBAL'

export const globalFlags = {
  json: boolean({ helpGroup, summary: 'Print one JSON document on stdout.' }),
  'base-url': string({ helpGroup, helpValue: 'URL', summary: 'Address of the service, or "local".' }),
  profile: string({ helpGroup, helpValue: 'NAME', summary: 'Which login to use.' }),
  local: boolean({ helpGroup, summary: 'Use the embedded service, in this very process.' }),
  'no-color': boolean({ helpGroup, summary: 'No colours.' }),
  quiet: boolean({ char: 'q', helpGroup, summary: 'Only the result and errors.' }),
  debug: boolean({ helpGroup, summary: 'Requests and stack traces on stderr.' }),
  yes: boolean({ char: 'y', helpGroup, summary: 'Answer every confirmation with yes.' }),
  'no-input': boolean({ helpGroup, summary: 'Never ask.' }),
}
