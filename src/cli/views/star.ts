/** Shared by `star` and `unstar`. */

import { setStar } from '../../api/calls/set-star.ts'
import type { Project } from '../../project/config/project.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import type { Service } from '../service/service.ts'

/** Names that `--fields` accepts. */
export const starFields = ['id', 'slug', 'starred', 'changed']

export async function starResult(
  project: Project,
  { client }: Service,
  given: string,
  starred: boolean,
): Promise<CommandResult> {
  const { id, slug } = await readScriptByName(project, client, given)
  const changed = await setStar(client, id, starred)
  const word = starred ? 'starred' : 'unstarred'
  return {
    data: { id, slug, starred, changed: changed ?? null },
    text: (out) => {
      if (!out.isTerminal) return [word, slug, id].map(forTerminal).join('\t')
      const how = changed === undefined ? '' : changed ? 'now ' : 'already '
      return `${forTerminal(slug)} is ${how}${out.style('bold', word)}`
    },
  }
}
