/** Draws the difference of two scripts: SVG, PNG, a page, or a Mermaid flowchart. */
import { type KnownError, refusedError } from '../../../errors.ts'
import type { StyleSetting, Theme } from '../../../render/index.ts'
import { comparisonPageOf } from '../../../sync/compare/comparison-page.ts'
import type { Comparison } from '../../../sync/compare/difference.ts'

export const diffPictureFormats = ['html', 'svg', 'png', 'mermaid'] as const
export type DiffPictureFormat = (typeof diffPictureFormats)[number]

export interface DiffPictureOptions {
  readonly format: DiffPictureFormat
  readonly theme: Theme | undefined
  readonly style: StyleSetting | undefined
  /** Draws only what changed, and what this number of connections lead to. */
  readonly context: number | undefined
}

/** @throws KnownError `TOPO_NOT_DRAWN` if one of the two does not run: half a picture would mislead. */
export async function drawDifference(
  { difference, pictures }: Comparison,
  { format, theme, style, context }: DiffPictureOptions,
): Promise<string | Uint8Array> {
  const drawn = pictures(context)
  if (drawn === null) throw notDrawn(difference.before, difference.after)
  const render = await import('../../../render/index.ts')
  const { both } = drawn.pictures
  if (format === 'html') {
    const { comparisonDocument } = await import('../../../render/page/index.ts')
    return comparisonDocument(comparisonPageOf(drawn, difference.metadata), {
      theme: theme ?? 'auto',
      style,
    })
  }
  const writer = render.pictureFormats.find(
    ({ name }) => name === (format === 'png' ? 'svg' : format),
  )
  const usual = format === 'svg' ? 'auto' : 'light'
  const chosen = theme === 'auto' && format !== 'svg' ? 'light' : (theme ?? usual)
  const text = (await writer?.write({ ...both, style }, { theme: chosen })) ?? ''
  if (format !== 'png') return text
  const { svgToPng } = await import('../../../raster/svg-to-png.ts')
  return svgToPng(text, both, 2)
}

export const notDrawn = (before: string, after: string): KnownError =>
  refusedError(`Cannot compare the diagrams of ${before} and ${after}: one of them does not run.`, {
    code: 'TOPO_NOT_DRAWN',
    hint: 'Run "topo validate" to see why.',
  })
