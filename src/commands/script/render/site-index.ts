/** The index.html of `topo render -o FOLDER --format html`. */
import { basename } from 'node:path'
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { Theme } from '../../../render/index.ts'
import type { DrawResult } from '../../../review/draw-scripts.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'

/** Undefined if the target has no index, or a diagram has its file. */
export async function siteIndex(
  drawn: readonly DrawResult[],
  { index, file }: RenderTarget,
  { theme }: RenderChoice,
  terminal: Terminal,
): Promise<{ file: string; bytes: string } | undefined> {
  if (index === undefined || file === undefined) return undefined
  if (hasFileOfIndex(drawn, { index, file })) {
    terminal.note('No index.html was written: the diagram "index" has this file.')
    return undefined
  }
  const { siteDocument } = await import('../../../render/page/index.ts')
  const entries = drawn.flatMap(({ checked: { script }, picture }) => {
    const { description, tags } = script.content
    return picture
      ? [{ slug: script.slug, file: basename(file(script.slug)), description, tags, picture }]
      : []
  })
  return { file: index, bytes: siteDocument(entries, (theme ?? 'auto') as Theme) }
}

/** True if one of the diagrams is written to the file of the index. */
export const hasFileOfIndex = (
  drawn: readonly Pick<DrawResult, 'checked'>[],
  { index, file }: Pick<RenderTarget, 'index' | 'file'>,
): boolean =>
  drawn.some(({ checked }) => file?.(checked.script.slug).toLowerCase() === index?.toLowerCase())

/** True for an index that topo wrote. */
export const isSiteIndex = (bytes: Buffer): boolean => bytes.includes('<ul class="scripts">')
