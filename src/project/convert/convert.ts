/** Converts files of other diagram tools into scripts of the project. Each file has its own result: one that cannot be read costs no other. */
import path from 'node:path'
import {
  type Drawing,
  type LeftOut,
  type Reader,
  readerFor,
  scriptOfDrawing,
} from '../../convert/index.ts'
import { ExitCode, KnownError, refusedError, usageError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { compareGenerated } from '../../files/generated.ts'
import { boundaryOf, isInside } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { valueFor } from '../../grouped.ts'
import { readFileIfExists, readFileWithin, readFileWithinSync } from '../../limits/files.ts'
import { uniqueNames } from '../../text/numbered-ids.ts'
import { systemReason } from '../../text/system-reason.ts'
import { withinTime } from '../../within-time.ts'
import type { Project } from '../config/project.ts'
import { withoutDeviceName } from '../script/file-name.ts'
import { writeHeader } from '../script/header/header-text.ts'
import { defaultMetadata, defaultSlugOf, slugify } from '../script/metadata.ts'

import { MAY_CONTAIN, type Source } from './find-sources.ts'

const TIMEOUT_MS = 10_000
/** The result of one diagram, or of a file without one. */
export interface ConvertedItem {
  readonly action: 'created' | 'overwritten' | 'unchanged' | 'failed' | 'skipped'
  readonly source: string
  /** Line of the source where the diagram starts, from 1. */
  readonly line: number
  /** The script, relative to the project's root. */
  readonly path: string | null
  readonly slug: string | null
  readonly nodes: number
  readonly connections: number
  readonly scenarios: number
  readonly leftOut: readonly LeftOut[]
  readonly error: string | null
  readonly reason: string
  readonly hint: string | null
  readonly exitCode: ExitCode
}

export interface ConvertOptions {
  readonly project: Project
  /** Absolute folder of the scripts. */
  readonly into: string
  /** The folder that no script leaves through a link: that of `--into`, or the project. */
  readonly boundary: string
  readonly from?: Reader['name'] | undefined
  /** Overwrites files with other content. */
  readonly force: boolean
  /** False for `--dry-run`. */
  readonly writes: boolean
  /** Milliseconds for each file. */
  readonly timeout?: number
}

/** Converts and writes one file after the other, so that what is done stays if the run is interrupted. */
export async function* convertSources(
  sources: readonly Source[],
  options: ConvertOptions,
): AsyncGenerator<ConvertedItem> {
  const names = new ScriptNames()
  for (const source of sources) {
    try {
      for (const drawn of await readDrawings(source, options)) {
        if (drawn instanceof KnownError) yield failure(source, drawn)
        else yield await place(source, drawn, names, options)
      }
    } catch (error) {
      yield failure(source, known(error))
    }
  }
}

interface Drawn {
  readonly drawing: Drawing
  readonly code: string
  readonly line: number
}

/** The diagrams of a file; the error of each that cannot be read. Empty for a found file without one. */
export async function readDrawings(
  source: Source,
  { project, from, timeout = TIMEOUT_MS }: Pick<ConvertOptions, 'project' | 'from' | 'timeout'>,
) {
  const { file, name, isFound } = source
  const sourcePath = projectPath(project.root, file)
  const bytes = source.bytes ?? (await readFileWithin('drawing', file, name))
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) {
    if (isFound && MAY_CONTAIN.test(file)) return []
    throw refusedError(decoded.message, { code: 'TOPO_DIAGRAM_INVALID', hint: decoded.fix })
  }
  // A workspace includes it.
  if (isFound && /\.dsl$/i.test(file) && !/^\s*workspace\b/im.test(decoded.text)) return []
  const read = readerFor(decoded.text, sourcePath, from)
  if ('looksLike' in read) {
    if (isFound && MAY_CONTAIN.test(file)) return []
    throw notRecognised(read.looksLike)
  }
  const boundary = boundaryOf(project.root, file)
  const include = (included: string) =>
    readIncluded(boundary, path.resolve(path.dirname(file), included))
  const began = performance.now()
  return read.blocks.flatMap(({ text, line, ...block }): (Drawn | KnownError)[] => {
    try {
      const left = Math.max(1, Math.ceil(timeout - (performance.now() - began)))
      return withinTime(
        () =>
          read.reader.read(text, sourcePath, include).map((found) => {
            const title = found.title || (block.title ?? found.title)
            const isOneOfMany = read.blocks.length > 1
            const drawing = isOneOfMany ? { ...found, name: block.name, title } : found
            return { drawing, code: scriptOfDrawing(drawing), line }
          }),
        left,
        () => tooSlow(timeout),
      )
    } catch (error) {
      return [known(error)]
    }
  })
}

/** Text of a file that a source includes; null outside of the boundary, undefined if it cannot be read. */
function readIncluded(boundary: string, file: string): string | null | undefined {
  if (!isInside(boundary, file)) return null
  try {
    return decodeText(readFileWithinSync('drawing', file)).text
  } catch {
    return undefined
  }
}

/** Writes the script of a diagram, unless its file exists with other content. */
async function place(
  source: Source,
  { drawing, code, line }: Drawn,
  names: ScriptNames,
  { project, into, boundary, force, writes }: ConvertOptions,
): Promise<ConvertedItem> {
  const name = names.nameIn(source.folder, drawing.name)
  const fileOf = (one: string) => path.join(into, source.folder, `${one}.topology.js`)
  const usualOf = (one: string) =>
    defaultSlugOf(projectPath(project.root, fileOf(one)), project.config.defaults)
  const file = fileOf(withoutDeviceName(name))
  const defaults = defaultMetadata(usualOf(withoutDeviceName(name)), project.config.defaults)
  const slug = names.slugOf(usualOf(name), source.folder)
  const heading = drawing.title || drawing.name
  const title = heading.replace(/\s+/g, ' ').trim().slice(0, MOST_TITLE)
  const header = writeHeader({ ...defaults, name: title || name, slug }, defaults, code)
  const item = {
    source: source.name,
    line,
    path: projectPath(project.root, file),
    slug,
    nodes: drawing.nodes.length,
    connections: drawing.connections.length,
    scenarios: drawing.scenarios.length,
    leftOut: drawing.leftOut,
    error: null,
    reason: '',
    hint: null,
    exitCode: ExitCode.ok,
  }
  const there = await readFileIfExists('replaced', file, item.path)
  const { state, bytes } = compareGenerated(there, header + code)
  if (state === 'current') return { ...item, action: 'unchanged' }
  if (state === 'stale' && !force) {
    const error = usageError(`${item.path} already exists.`, {
      code: 'TOPO_FILE_EXISTS',
      hint: 'Add --force to overwrite it, or choose another folder with --into.',
    })
    return { ...item, ...failed(error) }
  }
  if (writes) await writeAtomic(file, bytes, { root: project.root, boundary })
  return { ...item, action: state === 'missing' ? 'created' : 'overwritten' }
}

/** A name in a list is as long as a line. */
const MOST_TITLE = 120
const MOST_NAME = 60

/** Names of files, unique in each folder, and slugs, unique in the run. */
class ScriptNames {
  readonly #files = new Map<string, (name: string) => string>()
  readonly #slugs = new Set<string>()
  readonly #uniqueSlug = uniqueNames()

  nameIn(folder: string, wanted: string): string {
    const short = slugify(wanted).slice(0, MOST_NAME).replace(/-+$/, '') || 'diagram'
    return valueFor(this.#files, folder, () => uniqueNames())(short)
  }

  /** The usual slug, or one that begins with the folder. */
  slugOf(usual: string, folder: string): string {
    const longer = () => [slugify(folder), usual].filter(Boolean).join('-')
    const slug = this.#uniqueSlug(this.#slugs.has(usual) ? longer() : usual)
    this.#slugs.add(slug)
    return slug
  }
}

const failed = ({ code, message, hint, exitCode }: KnownError) =>
  ({ action: 'failed', error: code, reason: message, hint: hint ?? null, exitCode }) as const

/** A file in another language is skipped if it was only found in a folder. */
function failure({ name, isFound }: Source, error: KnownError): ConvertedItem {
  const isSkipped = isFound && error.code === 'TOPO_NO_DIAGRAM'
  const item: ConvertedItem = {
    source: name,
    line: 1,
    path: null,
    slug: null,
    nodes: 0,
    connections: 0,
    scenarios: 0,
    leftOut: [],
    ...failed(error),
  }
  return isSkipped ? { ...item, action: 'skipped', error: null, exitCode: ExitCode.ok } : item
}

/** @throws what is a bug */
export function known(error: unknown): KnownError {
  if (error instanceof KnownError) return error
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
  return usageError(`The file cannot be read: ${systemReason(error)}.`, {
    code: 'TOPO_NO_SOURCE',
    hint: 'Check the path and its permissions.',
  })
}

function notRecognised(looksLike: string | undefined): KnownError {
  const languages = 'topo reads Mermaid, Compose and Structurizr.'
  if (looksLike === undefined) {
    return noDiagram(`No diagram was recognised; ${languages}`, 'Name its language with --from.')
  }
  return noDiagram(`This is ${looksLike}; ${languages}`, 'Convert it to one of these first.')
}

const noDiagram = (message: string, hint: string) =>
  usageError(message, { code: 'TOPO_NO_DIAGRAM', hint })

const tooSlow = (milliseconds: number) =>
  refusedError(`The diagram takes longer than ${milliseconds / 1000} s.`, {
    code: 'TOPO_DIAGRAM_INVALID',
    hint: 'Split it into several diagrams.',
  })
