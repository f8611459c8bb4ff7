/** Draws the difference of two scripts: SVG, PNG, a page, or a Mermaid flowchart. */
import type { Change } from '../../diff/index.ts'
import { describeChange, describeField } from '../../diff/index.ts'
import { ExitCode, KnownError } from '../../errors.ts'
import type { Comparison, ComparisonPictures } from '../../project/compare/difference.ts'
import type { ListedChange, Theme } from '../../render/index.ts'

export const diffPictureFormats = ['html', 'svg', 'png', 'mermaid'] as const
export type DiffPictureFormat = (typeof diffPictureFormats)[number]

export interface DiffPictureOptions {
  readonly format: DiffPictureFormat
  readonly theme: Theme | undefined
  /** Draws only what changed, and what this number of connections lead to. */
  readonly context: number | undefined
}

/** @throws KnownError `TOPO_NOT_DRAWN` if one of the two does not run: half a picture would mislead. */
export async function drawDifference(
  { difference, pictures }: Comparison,
  { format, theme, context }: DiffPictureOptions,
): Promise<string | Uint8Array> {
  const drawn = pictures(context)
  if (drawn === null) throw notDrawn(difference.before, difference.after)
  const render = await import('../../render/index.ts')
  const { both } = drawn.pictures
  if (format === 'html') {
    const { comparisonDocument } = await import('../../render/page/comparison.ts')
    const fields = difference.metadata.map(
      (field): ListedChange => ({ change: 'changed', text: describeField(field) }),
    )
    const changes = [...drawn.changes.map((change) => listed(change, drawn)), ...fields]
    return comparisonDocument({ ...drawn, changes, note: leftOutNote(drawn) }, theme ?? 'auto')
  }
  const writer = render.pictureFormats.find(({ name }) => name === (format === 'png' ? 'svg' : format))
  const usual = format === 'svg' ? 'auto' : 'light'
  const chosen = theme === 'auto' && format !== 'svg' ? 'light' : (theme ?? usual)
  const text = (await writer?.write(both, { theme: chosen })) ?? ''
  if (format !== 'png') return text
  const { svgToPng } = await import('../../project/draw/svg-to-png.ts')
  return svgToPng(text, both, 2)
}

export const notDrawn = (before: string, after: string): KnownError =>
  new KnownError(`Cannot compare the diagrams of ${before} and ${after}: one of them does not run.`, {
    code: 'TOPO_NOT_DRAWN',
    exitCode: ExitCode.refused,
    hint: 'Run "topo validate" to see why.',
  })

const leftOutNote = ({ leftOut }: ComparisonPictures): string | undefined =>
  leftOut === 0 ? undefined : `${leftOut} unchanged ${leftOut === 1 ? 'node is' : 'nodes are'} not shown.`

function listed(change: Change, { pictures }: ComparisonPictures): ListedChange {
  const { what, id } = change
  const text = describeChange(change)
  const all = [pictures.before, pictures.both, pictures.after]
  if (what === 'scenario') {
    const isDrawn = all.some(({ scenarios }) => scenarios.some((one) => one.id === id))
    return { change: change.change, text, target: isDrawn ? { kind: 'scenario', id } : undefined }
  }
  const kind = what === 'connection' ? 'edge' : 'node'
  const isDrawn = all.some(({ nodes, edges }) =>
    kind === 'edge' ? edges.some((one) => one.id === id) : nodes.some(({ key }) => key === id),
  )
  return { change: change.change, text, target: isDrawn ? { kind, id } : undefined }
}
