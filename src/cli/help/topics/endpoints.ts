/** `topo help endpoints`: all endpoints of the service, and the command for each. */
import { endpointUses, shellCommand } from './endpoint-uses.ts'
import type { Topic } from './topic.ts'

const uses = Object.entries(endpointUses)
const ofAdministrators = ([endpoint]: [string, string]) => / \/v1\/(admin|audit)\//.test(endpoint)

const section = (title: string, text: string, of: typeof uses) => ({
  title,
  text,
  code: of.map(([endpoint, use]) => `${shellCommand(use)}  # ${endpoint}`).join('\n'),
})

export const endpoints: Topic = {
  name: 'endpoints',
  summary: 'All endpoints of the service, and the command for each.',
  sections: [
    section(
      'Endpoints',
      '"topo api" calls the endpoints that have no command. The shapes of many responses are inferred: a deployment may answer differently, or lack an endpoint.',
      uses.filter((one) => !ofAdministrators(one)),
    ),
    section(
      'For administrators',
      'They need the key of an administrator; any other key gets 403.',
      uses.filter(ofAdministrators),
    ),
  ],
}
