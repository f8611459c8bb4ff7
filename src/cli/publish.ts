/** `publish` and `unpublish` are one command with two words. */

import { scriptName } from '../project/name.ts'
import type { Project } from '../project/project.ts'
import { setVisibility } from '../project/publish.ts'
import { SyncState } from '../project/state.ts'
import type { Answer } from './command.ts'
import type { Service } from './service.ts'
import { plain } from './table.ts'

export async function visibilityAnswer(
  project: Project,
  service: Service,
  given: string,
  isPublic: boolean,
): Promise<Answer> {
  const { script, changed, file } = await setVisibility({
    project,
    client: service.client,
    address: service.address,
    state: new SyncState(project.root),
    name: await scriptName(project, given),
    isPublic,
  })
  const url = (isPublic && service.webAddress(script.slug)) || null
  const word = isPublic ? 'public' : 'private'
  return {
    data: {
      id: script.id,
      slug: script.slug,
      isPublic,
      changed,
      publishedAt: script.publishedAt ?? null,
      url,
      file: file ?? null,
    },
    text: (out) =>
      out.isTerminal
        ? [
            `${plain(script.slug)} is ${changed ? 'now' : 'already'} ${out.style('bold', word)}${url ? `: ${url}` : ''}`,
            ...(file === undefined ? [] : [`${plain(file)} says so in its header`]),
          ].join('\n')
        : (url ?? script.slug),
  }
}
