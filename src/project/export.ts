/** Everything that the caller owns → a folder that imports back: scripts with their headers, readmes and comments. */
import path from 'node:path'
import type { Client } from '../api/client.ts'
import type { ListedScript } from '../api/resources/scripts.ts'
import { ExitCode } from '../errors.ts'
import { readFileIfThere } from '../limits/files.ts'
import { writeAtomic } from './atomic.ts'
import { type Batch, type Pace, runBatch } from './batch.ts'
import { readComments } from './comments.ts'
import { readConfig } from './config.ts'
import { contentHash, type ScriptContent } from './content.ts'
import { fileNameFor } from './file-name.ts'
import { commentsFileOf, commentsText } from './import/comments.ts'
import { type LocalScript, loadScript } from './load.ts'
import { fileSlugOf, type ProjectDefaults } from './metadata.ts'
import type { Action, Outcome } from './outcome.ts'
import { readReadme } from './readme.ts'
import { contentOf, ownScripts, readScript } from './remote.ts'
import { CONFIG_FILE } from './root.ts'
import { replace, type Written, writeScript } from './write.ts'

export interface ExportOptions {
  client: Client
  /** Absolute. */
  folder: string
  /** Overwrite files that say something else; they are saved first. */
  force: boolean
  /** Names the backups of this run. */
  stamp: string
  webAddress: (slug: string) => string | undefined
  pace: Pace
}

/**
 * One outcome per script, in the order of their slugs. What is there already and the same is left alone, so that an
 * export that was interrupted is finished by another one.
 */
export async function exportScripts(options: ExportOptions): Promise<Batch> {
  const { client, folder, pace } = options
  const { items } = await ownScripts(client)
  // A project of its own: the defaults of the one that it happens to lie in are none of its business.
  const config = path.join(folder, CONFIG_FILE)
  if ((await textOf(config)) === undefined) await writeAtomic(config, '{}\n')
  const { defaults } = await readConfig(folder)
  return runBatch(
    items.sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    (script) => exportScript(script, defaults, options),
    (script) => outcomeOf(script, 'not-done', '', options),
    pace,
  )
}

async function exportScript(
  listed: ListedScript,
  defaults: ProjectDefaults | undefined,
  options: ExportOptions,
): Promise<Outcome> {
  const { client, folder, force, stamp } = options
  const stem = path.join(folder, `${fileNameFor(listed.slug)}.topology`)
  const script = await readScript(client, listed.id)
  if (!script) {
    const gone = outcomeOf(listed, 'failed', 'deleted on the service meanwhile', options)
    return { ...gone, error: 'TOPO_NOT_FOUND', exitCode: ExitCode.refused }
  }
  const content = contentOf(script)
  const said = await readComments(client, script.id)
  const comments = said.length > 0 ? commentsText(said) : null
  const local = await fileOf(stem, folder, defaults)
  const inTheWay = force ? [] : await differing(stem, folder, { content, comments, local })
  if (inTheWay.length > 0) {
    return {
      ...outcomeOf(listed, 'conflict', `another version is there: ${inTheWay.join(', ')}`, options),
      hint: 'Export into another folder, or overwrite with --force; what is overwritten is saved first.',
      exitCode: ExitCode.conflict,
    }
  }
  const written: Written =
    local && isSame(local, content)
      ? { path: local.path, file: local.file, changed: [], backups: [] }
      : await writeScript(content, { root: folder, folder, defaults, local, stamp, force })
  await replace(commentsFileOf(written.file), comments, { root: folder, stamp }, written)
  const [action, reason] =
    written.changed.length > 0
      ? (['exported', 'written'] as const)
      : (['unchanged', 'there already'] as const)
  return { ...outcomeOf(script, action, reason, options), path: written.path }
}

/** The file of a script, if there is one. */
async function fileOf(
  stem: string,
  root: string,
  defaults: ProjectDefaults | undefined,
): Promise<LocalScript | undefined> {
  for (const file of [`${stem}.js`, `${stem}.ts`]) {
    if ((await textOf(file)) !== undefined) return loadScript(file, { root, defaults })
  }
  return undefined
}

const isSame = ({ hash, hashAsWritten }: LocalScript, content: ScriptContent): boolean =>
  [hash, hashAsWritten].includes(contentHash(content))

/** The names of files that say something else than what would be written in their place. */
async function differing(
  stem: string,
  root: string,
  {
    content,
    comments,
    local,
  }: { content: ScriptContent; comments: string | null; local: LocalScript | undefined },
): Promise<string[]> {
  const file = local?.file ?? `${stem}.js`
  const readme = await readReadme(root, file, local?.metadata.readme, [fileSlugOf(file), content.slug])
  const beside = commentsFileOf(file)
  const kept = await textOf(beside)
  return [
    ...(local && !isSame(local, content) ? [local.file] : []),
    ...(readme.text !== null && readme.text !== content.readme ? [readme.file] : []),
    ...(kept !== undefined && kept !== comments ? [beside] : []),
  ].map((name) => path.basename(name))
}

const textOf = async (file: string): Promise<string | undefined> =>
  (await readFileIfThere('comments', file))?.toString('utf8')

const outcomeOf = (
  { id, slug, isPublic, updatedAt }: ListedScript,
  action: Action,
  reason: string,
  { webAddress }: ExportOptions,
): Outcome => ({
  path: null,
  slug,
  action,
  reason,
  id,
  url: (isPublic && webAddress(slug)) || null,
  updatedAt: updatedAt ?? null,
  error: null,
  hint: null,
  exitCode: ExitCode.ok,
})
