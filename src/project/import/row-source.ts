/** What rows are read from: a folder, a file, or what comes over standard input. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { usageError } from '../../errors.ts'
import { streamFileWithin } from '../../limits/files.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { bounded } from '../../limits/stream.ts'
import type { Config } from '../config/config.ts'
import { openProject, type Project } from '../config/project.ts'
import { projectPath } from '../files/root.ts'
import { findScripts } from '../select/find.ts'
import type { ImportFormat } from './formats/format.ts'
import { importFormats } from './formats/index.ts'
import type { ImportRow } from './row.ts'
import { peekText } from './text.ts'

export interface RowSource {
  /** For people. */
  name: string
  /** Tells one source from another, for the journal. */
  key: string
  /** Absolute; what rows name lies below it. */
  base: string
  /** Of the project that it belongs to, whose defaults hold. */
  root: string
  config: Config
  /** Where it is in that project. */
  place: string
  /** To be read once, row after row. */
  rows(): AsyncGenerator<ImportRow>
}

export interface RowSourceOptions {
  /** A path, or `-`. */
  given: string
  cwd: string
  stdin: () => AsyncIterable<Uint8Array>
  /** Goes before what the name and the content say. */
  format?: ImportFormat['name'] | undefined
  ignoring: boolean
}

/** @throws usage error `TOPO_NO_SOURCE` where there is nothing to read. */
export async function openSource(options: RowSourceOptions): Promise<RowSource> {
  const { given, cwd, stdin, ignoring } = options
  if (given === '-') {
    const file = path.join(cwd, 'standard input')
    const project = await openProject(cwd, ignoring)
    const { most } = limits.importSource
    const piped = () => bounded(stdin(), most, () => inputTooLarge('importSource', 'Standard input'))
    return {
      ...sourceOf(project, file, 'standard input'),
      key: '-',
      rows: () => limitRows(rowsOf(piped(), file, options), 'Standard input'),
    }
  }
  const file = path.resolve(cwd, given)
  const stats = await stat(file).catch(() => undefined)
  if (!stats) {
    throw usageError(`File or folder not found: ${given}.`, {
      code: 'TOPO_NO_SOURCE',
      hint: 'Name a folder of scripts, a CSV, JSON or NDJSON file, or - for standard input.',
    })
  }
  if (stats.size > limits.importSource.most) throw inputTooLarge('importSource', given)
  const project = await openProject(stats.isDirectory() ? file : path.dirname(file), ignoring)
  const source = sourceOf(project, file, given)
  if (stats.isDirectory())
    return { ...source, base: file, rows: () => limitRows(rowsBelow(file, project), given) }
  const isScript = options.format === undefined && /\.[jt]s$/.test(file)
  return {
    ...source,
    rows: () =>
      limitRows(
        isScript
          ? rowsBelow(file, project)
          : rowsOf(streamFileWithin('importSource', file, given), file, options),
        given,
      ),
  }
}

/** @throws usage error `TOPO_INPUT_TOO_LARGE` for more rows than one import may have. */
async function* limitRows(rows: AsyncGenerator<ImportRow>, name: string): AsyncGenerator<ImportRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > limits.importRows.most) throw inputTooLarge('importRows', name)
    yield row
  }
}

function sourceOf({ root, config }: Project, file: string, name: string): Omit<RowSource, 'rows'> {
  return { name, key: file, base: path.dirname(file), root, config, place: projectPath(root, file) }
}

async function* rowsOf(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
  { given, format }: RowSourceOptions,
): AsyncGenerator<ImportRow> {
  const text = await peekText(bytes, given === '-' ? 'Standard input' : given)
  const extension = path.extname(file).toLowerCase()
  const chosen =
    importFormats.find(({ name }) => name === format) ??
    importFormats.find(({ extensions }) => extensions.includes(extension)) ??
    importFormats.find(({ looksLike }) => looksLike(text.head))
  if (chosen) yield* chosen.rows(text)
}

/** Each script of a folder is a row that says nothing but its file. */
async function* rowsBelow(given: string, { root, config, ignored }: Project): AsyncGenerator<ImportRow> {
  const folder = (await stat(given)).isDirectory() ? given : path.dirname(given)
  const { exclude } = config
  const files = await findScripts({ root, cwd: folder, paths: [given], exclude, ignored })
  for (const [index, file] of files.entries()) {
    yield { number: index + 1, line: null, cells: { file: path.relative(folder, file) }, problems: [] }
  }
}
