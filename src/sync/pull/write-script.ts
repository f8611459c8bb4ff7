/** Writes a pulled script to its files: header, code and readme. Writes nothing if nothing differs. */

import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { assertInside, boundaryOf } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { assertWritable } from '../../files/script-link.ts'
import { keyedBy, valueFor } from '../../grouped.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { withoutRange } from '../../project/script/bundle/code-range.ts'
import type { ScriptContent } from '../../project/script/content.ts'
import { codeInFormOf } from '../../project/script/file-form.ts'
import { fileNameFor } from '../../project/script/file-name.ts'
import {
  type HeaderedText,
  mergeHeader,
  withHeader,
} from '../../project/script/header/header-text.ts'
import type { LocalScript } from '../../project/script/load.ts'
import {
  defaultMetadata,
  defaultSlugOf,
  fileSlugOf,
  type Metadata,
  type ProjectDefaults,
} from '../../project/script/metadata.ts'
import { readReadme } from '../../project/script/readme.ts'
import { inLineEndsOf, withLineFeeds } from '../../text/line-ends.ts'
import { type ConflictingValues, mergeText } from '../merge/merge.ts'
import { backUp } from '../send/backup.ts'

export interface WriteOptions {
  root: string
  defaults?: ProjectDefaults | undefined
  /** Folder for new files; default the root. */
  folder?: string | undefined
  /** For a run that writes many scripts. */
  names?: FolderNames | undefined
  /** The existing file of the script. */
  local?: LocalScript | undefined
  /** Name of the backup folder. */
  stamp: string
  /** Conflicting metadata: if it changes the header, all versions are written with conflict markers. */
  conflictingValues?: ConflictingValues | undefined
  /** Overwrite a file even if its imports and types would be lost. */
  force?: boolean | undefined
}

export interface WrittenFiles {
  /** Path of the script, relative to the root. */
  path: string
  file: string
  /** Absolute paths of written or removed files; empty if nothing changed. */
  changed: string[]
  /** Paths of the backups. */
  backups: string[]
}

/**
 * Writes the file and its readme as in `content`, in the form that they have: line ends, `export default`. Overwrites local changes: the plan
 * has to check for them.
 *
 * @throws KnownError `TOPO_UNSAFE_SLUG`, `TOPO_OUTSIDE_PROJECT`, `TOPO_NAME_TAKEN` (another file differs in case only)
 * @throws KnownError `TOPO_BUNDLED_SOURCE`: the local code has imports or types, and the remote code changed
 * @throws KnownError `TOPO_NOT_TEXT`: the script contains lone surrogates, which no file can store
 */
export async function writeScript(
  content: ScriptContent,
  options: WriteOptions,
): Promise<WrittenFiles> {
  const { root, local } = options
  const file = local?.file ?? (await newFile(content, options))
  const where = projectPath(root, file)
  if (LONE_SURROGATE.test(`${content.code}\n${content.readme ?? ''}`)) throw notText(where)

  const written: WrittenFiles = { path: where, file, changed: [], backups: [] }
  const before = await readReadme(root, file, local?.metadata.readme, [
    fileSlugOf(file),
    content.slug,
  ])
  const readme = inLineEndsOf(before.text ?? '', content.readme ?? '') || null
  const readmePath = readme === null ? undefined : local?.metadata.readme
  await replace(file, await scriptText(content, readmePath, file, options), options, written)
  const current = await readReadme(root, file, readmePath, [fileSlugOf(file), content.slug])
  if (current.text !== readme)
    await replace(current.file, readme && keepMark(readme), options, written)
  return written
}

/**
 * Sets `public:` in the header of a file, and changes nothing else. The file must have no
 * problems: unreadable parts would be lost.
 *
 * @throws KnownError `TOPO_OUTSIDE_PROJECT`.
 */
export async function writeVisibility(
  local: LocalScript,
  isPublic: boolean,
  options: Pick<WriteOptions, 'root' | 'defaults' | 'stamp'>,
): Promise<WrittenFiles> {
  const written: WrittenFiles = { path: local.path, file: local.file, changed: [], backups: [] }
  const fileDefaults = defaultMetadata(
    defaultSlugOf(local.path, options.defaults),
    options.defaults,
    local.slug,
  )
  const code = withoutRange(local.text, local.header)
  const text = mergeHeader(local.text, { ...local.metadata, public: isPublic }, fileDefaults, code)
  await replace(
    local.file,
    (local.byteOrderMark ? '\uFEFF' : '') + withHeader(text),
    options,
    written,
  )
  return written
}

/** Names in the folders for new files: each is read once, because a run may write thousands of files to it. */
export class FolderNames {
  readonly #folders = new Map<string, Promise<Map<string, string>>>()

  /** By their form in lower case. */
  of(folder: string): Promise<Map<string, string>> {
    return valueFor(this.#folders, folder, () => namesIn(folder))
  }
}

async function namesIn(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder).catch(() => [])
  return keyedBy(names, (name) => name.toLowerCase())
}

async function newFile(
  { slug, code }: ScriptContent,
  { root, folder = root, names = new FolderNames() }: WriteOptions,
): Promise<string> {
  const { inspectSyntax } = await import('../../project/script/bundle/inspect-syntax.ts')
  const syntax = await inspectSyntax(code)
  const extension = syntax.kind === 'bundle' && syntax.loader === 'ts' ? 'ts' : 'js'
  const stem = `${fileNameFor(slug)}.topology`
  const candidates = [`${stem}.js`, `${stem}.ts`]
  const known = await names.of(folder)
  const taken =
    candidates.map((name) => known.get(name)).find((name) => name !== undefined) ??
    candidates.find((name) => existsSync(path.join(folder, name)))
  if (taken === undefined) return path.join(folder, `${stem}.${extension}`)
  const where = projectPath(root, path.join(folder, taken))
  throw refusedError(`Cannot create a file for the script \`${slug}\`: ${where} exists.`, {
    code: 'TOPO_NAME_TAKEN',
    hint: 'Rename the file, or pull into another folder.',
  })
}

async function scriptText(
  content: ScriptContent,
  readme: string | undefined,
  file: string,
  { root, local, defaults, force, conflictingValues }: WriteOptions,
): Promise<string> {
  const source = local?.bundled ? sourceOf(content.code, local) : undefined
  if (local?.bundled && source === undefined && !force) throw bundledSource(projectPath(root, file))
  const code = source ?? (await codeInFormOf(local, content.code))
  const textOf = (side: ScriptContent) => {
    const fileDefaults = defaultMetadata(
      defaultSlugOf(projectPath(root, file), defaults),
      defaults,
      side.slug,
    )
    return mergeHeader(
      local?.text ?? '',
      metadataOf(side, { ...local?.metadata, readme }),
      fileDefaults,
      code,
    )
  }
  const text = conflictingValues ? withMarks(content, conflictingValues, textOf) : textOf(content)
  return (local?.byteOrderMark ? '\uFEFF' : '') + withHeader(text)
}

/** The headers of all sides at the place of the local one, which is the code's, too. */
function withMarks(
  local: ScriptContent,
  { base, remote, marking }: ConflictingValues,
  textOf: (side: ScriptContent) => HeaderedText,
): HeaderedText {
  // Without a base header, the whole header would be a conflict, not only the conflicting lines.
  const was = (base && textOf(base).header) || undefined
  const own = textOf(local)
  return { ...own, header: mergeText(was, own.header, textOf(remote).header, marking).value }
}

const metadataOf = (
  { name, description, tags, isPublic, slug, type, engineVersion }: ScriptContent,
  { readme, namespace, direction }: Pick<Metadata, 'readme' | 'namespace' | 'direction'>,
): Metadata => ({
  name,
  description,
  tags,
  public: isPublic,
  slug,
  readme,
  namespace,
  direction,
  type,
  engineVersion,
})

/** Undefined if imports or types on disk would be lost: they cannot be restored from a bundle. */
function sourceOf(
  pulled: string,
  { content, unbundled, text, header }: LocalScript,
): string | undefined {
  const source = withoutRange(text, header)
  const same = [content.code, unbundled, source].map(withLineFeeds).includes(withLineFeeds(pulled))
  return same ? source : undefined
}

/** Writes a file if its bytes differ, after a backup; null removes it. */
export async function replace(
  file: string,
  text: string | null,
  { root, stamp }: Pick<WriteOptions, 'root' | 'stamp'>,
  written: WrittenFiles,
): Promise<void> {
  const name = projectPath(root, file)
  assertInside(boundaryOf(root, file), file, name)
  assertWritable(boundaryOf(root, file), file, name)
  const before = await readFileIfExists('replaced', file, name).catch(
    (error: NodeJS.ErrnoException) => {
      throw error instanceof KnownError ? error : unreadable(name, error)
    },
  )
  if (text === null ? !before : before?.equals(Buffer.from(text))) return
  if (before) written.backups.push(await backUp({ root, stamp, name, data: before }))
  if (text === null) await rm(file)
  else await writeAtomic(file, text, { root })
  written.changed.push(file)
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** Reading removes one byte order mark, so a readme that starts with one needs another. */
const keepMark = (text: string): string => (text.startsWith('\uFEFF') ? `\uFEFF${text}` : text)

const bundledSource = (where: string): KnownError =>
  new KnownError(`${where} has imports or types, but the remote version does not.`, {
    code: 'TOPO_BUNDLED_SOURCE',
    hint: 'Apply the remote change manually, or overwrite the file with --force.',
    exitCode: ExitCode.conflict,
  })

const unreadable = (where: string, cause: NodeJS.ErrnoException): KnownError =>
  refusedError(`Cannot read ${where} for a backup before it is overwritten (${cause.code}).`, {
    code: 'TOPO_READ_FAILED',
    hint: 'Check that it is a file and that you have permission to read it, then retry.',
    cause,
  })

const notText = (where: string): KnownError =>
  refusedError(
    `The script for ${where} contains lone surrogates (half characters), which a file cannot store.`,
    {
      code: 'TOPO_NOT_TEXT',
      hint: 'Fix the script on the service.',
    },
  )
