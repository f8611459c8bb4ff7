/** Shared by `publish` and `unpublish`. */
import { join } from 'node:path'
import { countAdvice } from '../../project/check/advice.ts'
import { type CheckedScript, checkScript } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { scriptOf } from '../../project/script/load.ts'
import { resolveRemoteName, withSuggestion } from '../../project/select/resolve-script.ts'
import { SyncState } from '../../project/state/state.ts'
import { setVisibility } from '../../project/sync/publish.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { CommandResult } from '../command/result.ts'
import type { Terminal } from '../io/terminal.ts'
import type { Service } from '../service/service.ts'
import { noteAdvice, withAdvice } from './advice.ts'

/** Names that `--fields` accepts. */
export const visibilityFields = [
  'id',
  'slug',
  'isPublic',
  'changed',
  'publishedAt',
  'url',
  'file',
  'note',
  'advice',
]

export async function visibilityResult(
  project: Project,
  service: Service,
  given: string,
  isPublic: boolean,
  terminal: Terminal,
): Promise<CommandResult> {
  const { client, address } = service
  const options = {
    ...{ project, client, address, isPublic },
    state: new SyncState(project.root, service.keyMark),
    named: await resolveRemoteName(project, given),
    stamp: new Date().toISOString(),
  }
  const set = () => setVisibility(options)
  const { script, code, changed, file, note } = await withSuggestion(project, given, () => client, set)
  if (note !== undefined) terminal.note(forTerminal(note))
  const advice =
    isPublic && code !== '' ? countAdvice([await checkCode(code, script.slug, project)]) : undefined
  if (advice) noteAdvice(terminal, advice)
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
      note: note ?? null,
      ...(advice && { advice }),
    },
    text: (out) => {
      const text = out.isTerminal
        ? [
            `${forTerminal(script.slug)} is ${changed ? 'now' : 'already'} ${out.style('bold', word)}${url ? `: ${url}` : ''}`,
            ...(file === undefined
              ? []
              : [`Set public to ${isPublic} in the header of ${forTerminal(file)}`]),
          ].join('\n')
        : (url ?? script.slug)
      return withAdvice(text, out, advice)
    },
  }
}

/** Checks the remote script; the local file may have changed since. */
async function checkCode(code: string, slug: string, { root, config }: Project): Promise<CheckedScript> {
  const { defaults, rules } = config
  return checkScript(
    await scriptOf(Buffer.from(code), join(root, `${slug}.topology.js`), { root, defaults, rules }),
  )
}
