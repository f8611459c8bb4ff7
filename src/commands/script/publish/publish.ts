/** Shared by `publish` and `unpublish`. */
import { join } from 'node:path'
import type { ContextOf } from '../../../cli/command/define.ts'
import { scriptsArgument } from '../../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../../cli/command/flags/flags.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { eachFields, runForEach } from '../../../cli/command/run-each.ts'
import type { Channel } from '../../../cli/io/channel.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { noteAdvice, withAdvice } from '../../../cli/outcomes/advice.ts'
import type { Service } from '../../../cli/service/service.ts'
import { type Advice, countAdvice } from '../../../project/check/advice.ts'
import { type CheckedScript, checkScript } from '../../../project/check/check.ts'
import type { Project } from '../../../project/config/project.ts'
import { scriptOf } from '../../../project/script/load.ts'
import { resolveRemoteName, withSuggestion } from '../../../project/select/resolve-script.ts'
import { setVisibility } from '../../../sync/push/publish.ts'
import { SyncState } from '../../../sync/state/state.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

interface Item {
  id: string
  slug: string
  isPublic: boolean
  changed: boolean
  publishedAt: string | null
  url: string | null
  /** A local file whose header says it now, too. */
  file: string | null
  note: string | null
  /** Warnings in the published script. */
  advice?: Advice
}

const ownFields = [
  'id',
  'slug',
  'isPublic',
  'changed',
  'publishedAt',
  'url',
  'file',
  'note',
  'advice',
] satisfies (keyof Item)[]

export const visibilityCommand = (isPublic: boolean) => ({
  fields: [...new Set([...eachFields, ...ownFields])],
  args: scriptsArgument,
  flags: dryRunFlag,
  run: async (
    context: ContextOf<typeof dryRunFlag, typeof scriptsArgument>,
  ): Promise<CommandResult> => {
    const { args, terminal, openProject, openService } = context
    const project = await openProject()
    const service = await openService()
    return runForEach(terminal, {
      names: args.scripts,
      done: 'changed',
      carryOut: (name) => changeVisibility(name, { isPublic, project, service, terminal }),
      lineOf,
    })
  },
})

interface VisibilityChange {
  readonly isPublic: boolean
  readonly project: Project
  readonly service: Service
  readonly terminal: Terminal
}

async function changeVisibility(
  name: string,
  { isPublic, project, service, terminal }: VisibilityChange,
): Promise<Item> {
  const { client, address, keyMark, webAddress } = service
  const options = {
    project,
    client,
    address,
    isPublic,
    state: new SyncState(project.root, client.clock, keyMark),
    named: await resolveRemoteName(project, name),
    stamp: new Date(client.clock.now()).toISOString(),
  }
  const change = () => setVisibility(options)
  const visibility = await withSuggestion(project, name, () => client, change)
  const { script, code, changed, file = null, note = null } = visibility
  const { id, slug, publishedAt = null } = script
  if (note !== null) terminal.note(forTerminal(note))

  const checksCode = isPublic && code !== ''
  const advice = checksCode ? countAdvice([await checkCode(code, slug, project)]) : undefined
  if (advice) noteAdvice(terminal, advice)

  const url = (isPublic && webAddress(slug)) || null
  const item = { id, slug, isPublic, changed, publishedAt, url, file, note }
  return advice ? { ...item, advice } : item
}

function lineOf({ slug, isPublic, changed, url, file, advice }: Item, out: Channel): string {
  if (!out.isTerminal) return url ?? slug
  const word = out.style('bold', isPublic ? 'public' : 'private')
  const text = `${forTerminal(slug)} is ${changed ? 'now' : 'already'} ${word}${url ? `: ${url}` : ''}`
  const header = `Set public to ${isPublic} in the header of ${forTerminal(file ?? '')}`
  return withAdvice(file === null ? text : `${text}\n${header}`, out, advice)
}

/** Checks the remote script; the local file may have changed since. */
async function checkCode(
  code: string,
  slug: string,
  { root, config }: Project,
): Promise<CheckedScript> {
  const { defaults, rules } = config
  const options = { root, defaults, rules, isCode: true }
  return checkScript(await scriptOf(Buffer.from(code), join(root, `${slug}.topology.js`), options))
}
