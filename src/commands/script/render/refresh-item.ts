/**
 * Compares or writes a file, and tells the result of `topo render --check` and `--write` for a
 * picture or a block.
 */
import type { Channel } from '../../../cli/io/channel.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { compareGenerated } from '../../../files/generated.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import { readFileIfExists } from '../../../limits/files.ts'
import type { KnownOutput } from '../../../review/refresh/known-drawing.ts'
import { recordAtStart, withoutRecord } from '../../../review/refresh/picture-record.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { joined } from '../../../text/words.ts'
import { wrapText } from '../../../text/wrap.ts'

/** A picture, or a block of a Markdown file. */
export interface RefreshItem {
  readonly slug: string
  readonly path: string | null
  /** The first line of a block; null for a picture. */
  readonly line: number | null
  readonly state: 'current' | 'missing' | 'stale' | 'written' | 'failed'
  readonly error: string | null
  readonly reason: string | null
  readonly hint: string | null
}

export const refreshFields = [
  'slug',
  'path',
  'line',
  'state',
  'error',
  'reason',
  'hint',
] satisfies (keyof RefreshItem)[]

export function itemLine(item: RefreshItem, out: Channel): string {
  const { slug, path, line, state, reason, hint } = item
  const lineNumber = line === null ? '' : `:${line}`
  const place = path === null ? slug : `${path}${lineNumber}`
  const why = reason === null ? slug : joined(' ', reason, hint)
  if (!out.isTerminal) return [state, place, why].map(forTerminal).join('\t')
  return wrapText(forTerminal(why), out.width, `${state}  ${forTerminal(place)}  `)
}

/** Relative to the working directory, so that it can be opened there. */
export const pathOfItem = (file: string): string => projectPath(process.cwd(), file)

export const placed = (slug: string, path: string, line: number | null) => ({
  slug,
  path,
  line,
  error: null,
  reason: null,
  hint: null,
})

export const invalidItem = (slug: string): RefreshItem => ({
  slug,
  path: null,
  line: null,
  state: 'failed',
  error: 'TOPO_NOT_DRAWN',
  reason: 'The script has errors.',
  hint: null,
})

interface DrawnFile {
  readonly slug: string
  /** An absolute path. */
  readonly file: string
  readonly bytes: string | Uint8Array
  /** The folder that it must not leave through a link. */
  readonly boundary: string | undefined
  /** Kept if the file has exactly these bytes. */
  readonly output?: KnownOutput | undefined
}

export async function refreshFile(
  { slug, file, bytes: content, boundary, output }: DrawnFile,
  writes: boolean,
): Promise<RefreshItem> {
  const path = pathOfItem(file)
  if (boundary !== undefined) assertInside(boundary, file, path)
  const replaced = await readFileIfExists('replaced', file, path)
  const compared = compareGenerated(replaced, content)
  const { bytes } = compared
  if (compared.state === 'current') output?.keepCurrent()
  const isOlder = !writes && compared.state === 'stale' && isOlderPicture(replaced, content)
  const state = isOlder ? 'current' : compared.state
  const isWritten = writes && state !== 'current'
  if (isWritten) await writeAtomic(file, bytes, { durable: false })
  return { ...placed(slug, path, null), state: isWritten ? 'written' : state }
}

/**
 * True for the same picture without a record, of an older topo: it shows the diagram. Writing adds
 * the record.
 */
function isOlderPicture(replaced: Buffer | undefined, content: string | Uint8Array): boolean {
  if (replaced === undefined || recordAtStart(replaced) !== undefined) return false
  return compareGenerated(replaced, withoutRecord(content)).state === 'current'
}
