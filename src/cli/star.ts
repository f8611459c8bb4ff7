/** `star` and `unstar` are one command with two words. */
import { scriptName } from '../project/name.ts'
import type { Project } from '../project/project.ts'
import { setStar } from '../project/star.ts'
import type { Answer } from './command.ts'
import { plain } from './plain.ts'
import type { Service } from './service.ts'

/** What `--fields` of star and unstar may name. */
export const starFields = ['id', 'slug', 'starred', 'changed']

export async function starAnswer(
  project: Project,
  { client }: Service,
  given: string,
  starred: boolean,
): Promise<Answer> {
  const idOrSlug = await scriptName(project, given)
  const { id, slug } = (await client.scripts.get({ params: { idOrSlug } })).item
  const changed = await setStar(client, id, starred)
  const word = starred ? 'starred' : 'unstarred'
  return {
    data: { id, slug, starred, changed: changed ?? null },
    text: (out) => {
      if (!out.isTerminal) return [word, slug, id].map(plain).join('\t')
      const how = changed === undefined ? '' : changed ? 'now ' : 'already '
      return `${plain(slug)} is ${how}${out.style('bold', word)}`
    },
  }
}
