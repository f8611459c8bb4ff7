/** Exports all scripts of the user to a folder that can be imported: scripts with headers, readmes and comments. */

import { rm } from 'node:fs/promises'
import path from 'node:path'
import { readComments } from '../api/calls/comments.ts'
import type { Client } from '../api/client/client.ts'
import type { ListedScript } from '../api/resources/scripts.ts'
import { ExitCode } from '../errors.ts'
import { appendLine } from '../files/append.ts'
import { writeAtomic } from '../files/atomic.ts'
import { compareGenerated } from '../files/generated.ts'
import { CONFIG_FILE } from '../files/root.ts'
import { makeTopoFolder } from '../files/topo-folder.ts'
import { sortedBy } from '../grouped.ts'
import { readFileIfExists } from '../limits/files.ts'
import { readConfig } from '../project/config/config.ts'
import type { ScriptContent } from '../project/script/content.ts'
import { contentHash } from '../project/script/content-hash.ts'
import { fileNameFor } from '../project/script/file-name.ts'
import { type LocalScript, loadScript } from '../project/script/load.ts'
import { fileSlugOf, type ProjectDefaults } from '../project/script/metadata.ts'
import { readReadme } from '../project/script/readme.ts'
import { withLineFeeds } from '../text/line-ends.ts'
import { commentsFileOf, commentsText } from './import/comments.ts'
import { type Action, type Outcome, outcomeWith } from './plan/outcome.ts'
import { FolderNames, replace, type WrittenFiles, writeScript } from './pull/write-script.ts'
import { assertComplete } from './remote/find-unlisted.ts'
import { contentOf, ownScripts, readScript } from './remote/read-remote.ts'
import { isSameRevision } from './remote/revision.ts'
import { type Batch, type Pace, runBatch } from './send/batch.ts'
import { SyncState } from './state/state.ts'
import { byScript, type SyncRecord } from './state/sync-record.ts'

export interface ExportOptions {
  client: Client
  /** Address of the service, as in the state of the folder. */
  address: string
  /** Mark of the key, as in the state of the folder. */
  keyMark?: string | undefined
  /** Absolute. */
  folder: string
  /** Overwrite files with other content; they are saved first. */
  force: boolean
  /** Names the backups of this run. */
  stamp: string
  webAddress: (slug: string) => string | undefined
  pace: Pace
  /** Read the comments too, which costs a request per script; otherwise exported ones are kept. */
  comments: boolean
}

/**
 * Returns one outcome per script, sorted by slug. The folder records the revision of each script, and the comments
 * read since the last complete export. So another export resumes an interrupted one, without repeating requests.
 */
export async function exportScripts(options: ExportOptions): Promise<Batch> {
  const { client, folder, pace } = options
  const own = await ownScripts(client)
  assertComplete(own)
  const { items } = own
  // The folder is its own project: defaults of a project around it must not apply.
  const config = path.join(folder, CONFIG_FILE)
  if ((await textOf(config)) === undefined) await writeAtomic(config, '{}\n', { boundary: folder })
  const { defaults } = await readConfig(folder)
  const state = new SyncState(folder, client.clock, options.keyMark)
  await state.prepare()
  const progress = await openProgress(folder, options.address)
  const records = byScript(await state.read(options.address))
  const context = { ...options, defaults, state, progress, names: new FolderNames() }
  const batch = await runBatch(
    sortedBy(items, ({ slug }) => slug),
    (script, done) =>
      exportScript(script, { ...context, record: records.get(script.id)?.record }, done),
    (script) => outcomeOf(script, 'not-done', '', options),
    pace,
  )
  if (!batch.ended) await progress.end()
  await state.sweep()
  return batch
}

interface ExportContext extends ExportOptions {
  defaults: ProjectDefaults | undefined
  state: SyncState
  progress: Awaited<ReturnType<typeof openProgress>>
  names: FolderNames
  /** Sync record of this script in the folder. */
  record: SyncRecord | undefined
}

/**
 * Records the scripts whose comments were exported too, until all are done. Comments do not change a revision, so each
 * export reads them once, even if it is interrupted.
 */
async function openProgress(folder: string, address: string) {
  const file = path.join(await makeTopoFolder(folder), 'export.ndjson')
  const text = (await readFileIfExists('record', file))?.toString('utf8') ?? ''
  const done = new Set(text.split('\n'))
  const lineOf = ({ id, updatedAt }: Pick<ListedScript, 'id' | 'updatedAt'>) =>
    JSON.stringify([address, id, updatedAt])
  return {
    has: (exported: ListedScript) => done.has(lineOf(exported)),
    add: (exported: Pick<ListedScript, 'id' | 'updatedAt'>) => appendLine(file, lineOf(exported)),
    /** Deletes the record: the next export reads all comments again. */
    end: () => rm(file, { force: true }),
  }
}

async function exportScript(
  listed: ListedScript,
  options: ExportContext,
  done: () => void,
): Promise<Outcome> {
  const { client, folder, stamp, defaults, progress, record } = options
  const stem = path.join(folder, `${fileNameFor(listed.slug)}.topology`)
  const local = await fileOf(stem, folder, defaults)
  const current = local !== undefined && isUpToDate(listed, local, record) ? local : undefined
  if (current && progress.has(listed)) {
    return { ...outcomeOf(listed, 'unchanged', 'already exported', options), path: current.path }
  }
  const script = current ? listed : await readScript(client, listed.id)
  if (!script) return deletedMeanwhile(listed, options)

  const content = current ? current.content : contentOf(script)
  const comments = await commentsFor(listed, commentsFileOf(local?.file ?? `${stem}.js`), options)
  const exported: Exported = { content, comments, local }
  const conflicting = options.force ? [] : await differingFiles(stem, folder, exported)
  if (conflicting.length > 0) return conflictOf(listed, conflicting, options)

  const written = await writeExported(exported, options)
  await replace(commentsFileOf(written.file), comments, { root: folder, stamp }, written)
  done()
  await recordExport(script, exported, written.path, {
    ...options,
    isCurrent: current !== undefined,
  })
  const isNew = written.changed.length > 0
  const outcome = isNew
    ? outcomeOf(script, 'exported', 'written', options)
    : outcomeOf(script, 'unchanged', 'already exported', options)
  return { ...outcome, path: written.path }
}

/** The wanted contents of the files of a script, and its file so far. */
interface Exported {
  readonly content: ScriptContent
  readonly comments: string | null
  readonly local: LocalScript | undefined
}

function deletedMeanwhile(listed: ListedScript, options: ExportContext): Outcome {
  const reason = 'deleted on the service during the export'
  const outcome = outcomeOf(listed, 'failed', reason, options)
  return { ...outcome, error: 'TOPO_NOT_FOUND', exitCode: ExitCode.refused }
}

function conflictOf(
  listed: ListedScript,
  files: readonly string[],
  options: ExportContext,
): Outcome {
  return {
    ...outcomeOf(listed, 'conflict', `local files differ: ${files.join(', ')}`, options),
    hint: 'Export into another folder, or use --force. Overwritten files are saved first.',
    exitCode: ExitCode.conflict,
  }
}

async function commentsFor(
  listed: ListedScript,
  file: string,
  options: ExportContext,
): Promise<string | null> {
  const before = (await textOf(file)) ?? null
  return options.comments ? inFormOf(before, await commentsOf(listed, options.client)) : before
}

async function writeExported(
  { content, local }: Exported,
  { folder, names, defaults, stamp, force }: ExportContext,
): Promise<WrittenFiles> {
  if (local && isSame(local, content)) {
    return { path: local.path, file: local.file, changed: [], backups: [] }
  }
  return writeScript(content, { root: folder, folder, names, defaults, local, stamp, force })
}

async function recordExport(
  { id, slug, updatedAt = '' }: ListedScript,
  { content }: Exported,
  file: string,
  { state, address, progress, comments, isCurrent }: ExportContext & { isCurrent: boolean },
): Promise<void> {
  if (!isCurrent) {
    const hash = contentHash(content)
    await state.update(address, file, { id, slug, updatedAt, hash })
  }
  // An export with comments does not skip what one without them has done.
  if (comments) progress.add({ id, updatedAt })
}

/** The file of the comments; null for none. Some services list their number: that saves the request for none. */
async function commentsOf(
  { id, commentCount }: ListedScript,
  client: Client,
): Promise<string | null> {
  const comments = commentCount === 0 ? [] : await readComments(client, id)
  return comments.length > 0 ? commentsText(comments) : null
}

/** The wanted text in the form that the file has: in a checkout, its line ends may be others. */
const inFormOf = (before: string | null, wanted: string | null): string | null =>
  before === null || wanted === null
    ? wanted
    : compareGenerated(Buffer.from(before), wanted).bytes.toString('utf8')

/** True if the folder has the listed revision, without local changes. */
const isUpToDate = (
  listed: ListedScript,
  local: LocalScript,
  record: SyncRecord | undefined,
): boolean =>
  record !== undefined &&
  isSameRevision(record.updatedAt, listed.updatedAt ?? '') &&
  local.problems.length === 0 &&
  [local.hash, local.hashAsWritten].includes(record.hash)

/** Loads the local file of a script, if it exists. */
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

/** Names of local files whose content differs from the export. */
async function differingFiles(
  stem: string,
  root: string,
  { content, comments, local }: Exported,
): Promise<string[]> {
  const file = local?.file ?? `${stem}.js`
  const readme = await readReadme(root, file, local?.metadata.readme, [
    fileSlugOf(file),
    content.slug,
  ])
  const beside = commentsFileOf(file)
  const kept = await textOf(beside)
  return [
    ...(local && !isSame(local, content) ? [local.file] : []),
    ...(readme.text !== null && withLineFeeds(readme.text) !== withLineFeeds(content.readme ?? '')
      ? [readme.file]
      : []),
    ...(kept !== undefined && kept !== comments ? [beside] : []),
  ].map((name) => path.basename(name))
}

const textOf = async (file: string): Promise<string | undefined> =>
  (await readFileIfExists('comments', file))?.toString('utf8')

const outcomeOf = (
  { id, slug, isPublic, updatedAt }: ListedScript,
  action: Action,
  reason: string,
  { webAddress }: ExportOptions,
): Outcome => {
  const url = (isPublic && webAddress(slug)) || null
  return outcomeWith({ slug, action, reason, id, url, updatedAt: updatedAt ?? null })
}
