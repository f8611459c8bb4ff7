/** Compares or writes a file, and tells the result of `topo render --check` and `--write` for a picture or a block. */
import type { Channel } from '../../../cli/io/channel.ts'
import { writeAtomic } from '../../../files/atomic.ts'
import { compareGenerated } from '../../../files/generated.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { projectPath } from '../../../files/root.ts'
import { readFileIfExists } from '../../../limits/files.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

/** A picture, or a block of a Markdown file. */
export interface RefreshItem {
  readonly slug: string
  readonly path: string | null
  /** The first line of a block; null for a picture. */
  readonly line: number | null
  readonly state: 'current' | 'missing' | 'stale' | 'written' | 'failed'
  readonly error: string | null
  readonly reason: string | null
}

export function itemLine({ slug, path, line, state, reason }: RefreshItem, out: Channel): string {
  const lineNumber = line === null ? '' : `:${line}`
  const place = path === null ? slug : `${path}${lineNumber}`
  const parts = [state, place, reason ?? slug].map(forTerminal)
  return parts.join(out.isTerminal ? '  ' : '\t')
}

/** Relative to the working directory, so that it can be opened there. */
export const pathOfItem = (file: string): string => projectPath(process.cwd(), file)

export const placed = (slug: string, path: string, line: number | null) => ({
  slug,
  path,
  line,
  error: null,
  reason: null,
})

export const invalidItem = (slug: string): RefreshItem => ({
  slug,
  path: null,
  line: null,
  state: 'failed',
  error: 'TOPO_NOT_DRAWN',
  reason: 'The script has errors.',
})

interface DrawnFile {
  readonly slug: string
  /** An absolute path. */
  readonly file: string
  readonly bytes: string | Uint8Array
  /** The folder that it must not leave through a link. */
  readonly boundary: string | undefined
}

export async function refreshFile(
  { slug, file, bytes: content, boundary }: DrawnFile,
  writes: boolean,
): Promise<RefreshItem> {
  const path = pathOfItem(file)
  if (boundary !== undefined) assertInside(boundary, file, path)
  const replaced = await readFileIfExists('replaced', file, path)
  const { state, bytes } = compareGenerated(replaced, content)
  const isWritten = writes && state !== 'current'
  if (isWritten) await writeAtomic(file, bytes, { durable: false })
  return { ...placed(slug, path, null), state: isWritten ? 'written' : state }
}
