/** `topo help endpoints`: every endpoint of the service, and how it is reached. */
import { endpointUses, typed } from './endpoint-uses.ts'
import type { Topic } from './topic.ts'

const uses = Object.entries(endpointUses)
const ofAdministrators = ([endpoint]: [string, string]) => / \/v1\/(admin|audit)\//.test(endpoint)

const section = (title: string, text: string, of: typeof uses) => ({
  title,
  text,
  code: of.map(([endpoint, use]) => `${typed(use)}  # ${endpoint}`).join('\n'),
})

export const endpoints: Topic = {
  name: 'endpoints',
  summary: 'Every endpoint of the service, and how it is reached.',
  sections: [
    section(
      'Endpoints',
      'What has no command of its own is reached with "topo api". Of many the shapes are inferred: a deployment may answer otherwise, or not have them at all.',
      uses.filter((one) => !ofAdministrators(one)),
    ),
    section(
      'For administrators',
      'They need the key of an administrator, and are 403 with any other.',
      uses.filter(ofAdministrators),
    ),
  ],
}
