/** `topo help service`: the commands that `topo --help` only names. */
import { otherGroups } from '../groups.ts'
import type { Topic } from './topic.ts'

export const serviceTopic: Topic = {
  name: 'service',
  summary: 'The rest of the service, your account, settings and tools.',
  sections: otherGroups.map(({ title, names }) => ({ title, commands: names })),
}
