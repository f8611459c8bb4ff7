/** Reads the diagrams of a file in another language. Each has its own result: one that cannot be read costs no other. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  type Drawing,
  type Reader,
  type ReadIncluded,
  type RedactedDrawing,
  readerFor,
  redacted,
  type SourceBlock,
} from '../../convert/index.ts'
import { KnownError, refusedError, usageError } from '../../errors.ts'
import { decodeText } from '../../files/decode.ts'
import { boundaryOf, isInside } from '../../files/path-containment.ts'
import { projectPath } from '../../files/root.ts'
import { readFileWithin, readFileWithinSync } from '../../limits/files.ts'
import { withinTime } from '../../platform/node/within-time.ts'
import { systemReason } from '../../text/system-reason.ts'
import type { Project } from '../config/project.ts'
import { MAY_CONTAIN, type Source } from './find-sources.ts'

const TIMEOUT_MS = 10_000

export interface ReadSourceOptions {
  readonly project: Project
  readonly from?: Reader['name'] | undefined
  /** Milliseconds for each file. */
  readonly timeout?: number | undefined
}

/** A diagram of a source, or why it cannot be read. */
export type ReadDiagram =
  | { readonly drawing: RedactedDrawing; readonly line: number; readonly error?: undefined }
  | UnreadDiagram

interface UnreadDiagram {
  readonly error: KnownError
  readonly line: number
  /** A block of Markdown that is no diagram for topo costs nothing. */
  readonly isInMarkdown: boolean
  readonly drawing?: undefined
}

/**
 * The diagrams of a file; the error of each that cannot be read. Empty for a found file without one.
 * @throws KnownError if the file itself cannot be read
 */
export async function readDrawings(
  source: Source,
  { project, from, timeout = TIMEOUT_MS }: ReadSourceOptions,
): Promise<readonly ReadDiagram[]> {
  const { file, name, isFound } = source
  const bytes = source.bytes ?? (await readFileWithin('drawing', file, name))
  const decoded = decodeText(bytes)
  if (decoded.text === undefined) {
    if (isFound && MAY_CONTAIN.test(file)) return []
    throw refusedError(decoded.message, { code: 'TOPO_DIAGRAM_INVALID', hint: decoded.fix })
  }
  // A workspace includes it.
  if (isFound && /\.dsl$/i.test(file) && !/^\s*workspace\b/im.test(decoded.text)) return []
  const sourcePath = projectPath(project.root, file)
  const read = readerFor(decoded.text, sourcePath, from)
  if ('looksLike' in read) {
    if (isFound && MAY_CONTAIN.test(file)) return []
    throw notRecognised(read.looksLike)
  }
  const boundary = boundaryOf(project.root, file)
  const include = (included: string) =>
    readIncluded(boundary, path.resolve(path.dirname(file), included))
  return new BlockReader(read, { sourcePath, include, timeout }).readAll()
}

interface BlockReading {
  readonly sourcePath: string
  readonly include: ReadIncluded
  readonly timeout: number
}

class BlockReader {
  readonly #reader: Reader
  readonly #blocks: readonly SourceBlock[]
  readonly #reading: BlockReading
  readonly #began = performance.now()

  constructor(
    { reader, blocks }: { readonly reader: Reader; readonly blocks: readonly SourceBlock[] },
    reading: BlockReading,
  ) {
    this.#reader = reader
    this.#blocks = blocks
    this.#reading = reading
  }

  readAll(): ReadDiagram[] {
    return this.#blocks.flatMap((block): readonly ReadDiagram[] => {
      const { line } = block
      try {
        return this.#readInTime(block).map((drawing) => ({ drawing: redacted(drawing), line }))
      } catch (error) {
        return [{ error: known(error), line, isInMarkdown: block.title !== undefined }]
      }
    })
  }

  #readInTime(block: SourceBlock): readonly Drawing[] {
    const { sourcePath, include, timeout } = this.#reading
    const elapsed = performance.now() - this.#began
    return withinTime(
      () =>
        this.#reader
          .read(block.text, sourcePath, include)
          .map((drawing) => this.#named(drawing, block)),
      Math.max(1, Math.ceil(timeout - elapsed)),
      () => tooSlow(timeout),
    )
  }

  /** A block of Markdown has a heading, which names it. */
  #named(drawing: Drawing, { name, title }: SourceBlock): Drawing {
    if (title === undefined) return drawing
    return { ...drawing, name, title: drawing.title || title }
  }
}

/** Text of a file that a source includes, or names in a folder; null outside of the boundary, undefined if it cannot be read. */
function readIncluded(
  boundary: string,
  file: string,
): string | readonly string[] | null | undefined {
  if (!isInside(boundary, file)) return null
  try {
    if (statSync(file).isDirectory()) {
      return readdirSync(file)
        .filter((name) => !name.startsWith('.'))
        .sort()
    }
    return decodeText(readFileWithinSync('drawing', file)).text
  } catch {
    return undefined
  }
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
