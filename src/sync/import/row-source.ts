/** Opens the source of rows: a folder, a file or standard input. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { refusedError, usageError } from '../../errors.ts'
import { projectPath } from '../../files/root.ts'
import { streamFileWithin } from '../../limits/files.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { limitStream } from '../../limits/stream.ts'
import type { Config } from '../../project/config/config.ts'
import { type OpenOptions, openProject, type Project } from '../../project/config/project.ts'
import { findScripts } from '../../project/select/find-scripts.ts'
import { CONVERTED, languageOf } from '../../topology/parse/other-language.ts'
import { type PeekedText, peekText } from './decode-stream.ts'
import type { ImportFormat } from './formats/format.ts'
import { importFormats } from './formats/index.ts'
import type { ImportRow } from './row.ts'

export interface RowSource {
  /** Display name. */
  name: string
  /** Identifies the source in the journal. */
  key: string
  /** Absolute folder; files named in rows must be below it. */
  base: string
  /** Root of its project, whose defaults apply. */
  root: string
  config: Config
  /** Path of the source in that project. */
  place: string
  /** Yields the rows; can be read once. @throws `TOPO_IMPORT_INVALID` for a diagram of another tool on standard input */
  rows(): AsyncGenerator<ImportRow>
}

export interface RowSourceOptions extends OpenOptions {
  /** A path, or `-`. */
  given: string
  cwd: string
  stdin: () => AsyncIterable<Uint8Array>
  /** Overrides detection by name and content. */
  format?: ImportFormat['name'] | undefined
}

/** @throws usage error `TOPO_NO_SOURCE` if the path does not exist, `TOPO_IMPORT_INVALID` for a diagram of another tool. */
export async function openRowSource(options: RowSourceOptions): Promise<RowSource> {
  const { given, cwd } = options
  if (given === '-') return openPipedRows(options)
  const file = path.resolve(cwd, given)
  const stats = await stat(file).catch(() => undefined)
  if (!stats) {
    throw usageError(`File or folder not found: ${given}.`, {
      code: 'TOPO_NO_SOURCE',
      hint: 'Name a folder of scripts, a CSV, JSON or NDJSON file, or - for standard input.',
    })
  }
  if (stats.size > limits.importSource.most) throw inputTooLarge('importSource', given)
  const project = await openProject(stats.isDirectory() ? file : path.dirname(file), options)
  const source = sourceOf(project, file, given)
  const isScript = options.format === undefined && /\.[jt]s$/.test(file)
  // Before anybody looks for a service, which a diagram does not need.
  const text =
    stats.isDirectory() || isScript
      ? undefined
      : await peekRows(streamFileWithin('importSource', file, given), file, options)
  const all = () => (text === undefined ? rowsOfFolder(file, project) : rowsOf(text, file, options))
  const rows = () => limitRows(all(), given)
  return stats.isDirectory() ? { ...source, base: file, rows } : { ...source, rows }
}

async function openPipedRows(options: RowSourceOptions): Promise<RowSource> {
  const { cwd, stdin } = options
  const file = path.join(cwd, 'standard input')
  const { most } = limits.importSource
  const rows = () => {
    const piped = limitStream(stdin(), most, () => inputTooLarge('importSource', 'Standard input'))
    return limitRows(rowsOf(peekRows(piped, file, options), file, options), 'Standard input')
  }
  return {
    ...sourceOf(await openProject(cwd, options), file, 'standard input'),
    key: '-',
    rows,
  }
}

/** @throws usage error `TOPO_INPUT_TOO_LARGE` above the maximum of rows per import. */
async function* limitRows(
  rows: AsyncGenerator<ImportRow>,
  name: string,
): AsyncGenerator<ImportRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > limits.importRows.most) throw inputTooLarge('importRows', name)
    yield row
  }
}

function sourceOf({ root, config }: Project, file: string, name: string): Omit<RowSource, 'rows'> {
  return {
    name,
    key: file,
    base: path.dirname(file),
    root,
    config,
    place: projectPath(root, file),
  }
}

/** @throws `TOPO_IMPORT_INVALID` for a diagram of another tool */
async function peekRows(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  { given, format }: RowSourceOptions,
): Promise<PeekedText> {
  const text = await peekText(bytes, given === '-' ? 'Standard input' : given)
  const extension = path.extname(file).toLowerCase()
  const language = languageOf(text.head, file)?.language ?? ''
  if (format === undefined && !/^\.(csv|ndjson)$/.test(extension) && CONVERTED.includes(language)) {
    throw refusedError(`This is ${language}, and an import needs rows with scripts.`, {
      code: 'TOPO_IMPORT_INVALID',
      hint: `Run: topo convert ${given}`,
    })
  }
  return text
}

async function* rowsOf(
  peeked: PeekedText | Promise<PeekedText>,
  file: string,
  { format }: RowSourceOptions,
): AsyncGenerator<ImportRow> {
  const text = await peeked
  const extension = path.extname(file).toLowerCase()
  const chosen =
    importFormats.find(({ name }) => name === format) ??
    importFormats.find(({ extensions }) => extensions.includes(extension)) ??
    importFormats.find(({ detect }) => detect(text.head))
  if (chosen) yield* chosen.rows(text)
}

/** Yields one row per script of a folder, with only its file. */
async function* rowsOfFolder(
  given: string,
  { root, config, ignored }: Project,
): AsyncGenerator<ImportRow> {
  const folder = (await stat(given)).isDirectory() ? given : path.dirname(given)
  const { exclude } = config
  const files = await findScripts({ root, cwd: folder, paths: [given], exclude, ignored })
  for (const [index, file] of files.entries()) {
    yield {
      number: index + 1,
      line: null,
      cells: { file: path.relative(folder, file) },
      problems: [],
    }
  }
}
