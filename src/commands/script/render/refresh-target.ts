/** Compares the pictures of `--output` with the scripts, or updates them. */
import { showFindings } from '../../../cli/findings/findings.ts'
import { assertInside } from '../../../files/path-containment.ts'
import { readOverwritten } from '../../../limits/files.ts'
import type { PictureSet } from '../../../render/index.ts'
import { type KnownDrawing, KnownOutput, outputOf } from '../../../review/refresh/known-drawing.ts'
import { onlyScenarios } from '../../../review/refresh/only-scenarios.ts'
import { isPng } from '../../../review/refresh/picture-document.ts'
import type { RenderTarget } from './choose-target.ts'
import { pictureBytes } from './picture-bytes.ts'
import type { Refresh } from './refresh-drawings.ts'
import { invalidItem, pathOfItem, placed, type RefreshItem, refreshFile } from './refresh-item.ts'
import { siteIndex } from './site-index.ts'

export async function refreshTarget(
  refresh: Refresh,
  target: RenderTarget,
): Promise<RefreshItem[]> {
  const items: RefreshItem[] = []
  for (const { drawing, names } of refresh.drawn) {
    const { slug } = drawing.script
    const file = target.file?.(slug)
    if (names.picture === undefined) items.push(invalidItem(slug))
    else if (file !== undefined) {
      const set = refresh.setOf(drawing.script, names.picture)
      items.push(await refreshDrawing({ drawing, set, target, file }, refresh))
    }
  }
  return [...items, ...(await refreshIndex(refresh, target))]
}

interface DrawingInFile {
  readonly drawing: KnownDrawing
  readonly set: PictureSet
  readonly target: RenderTarget
  readonly file: string
}

async function refreshDrawing(
  { drawing, set, target, file }: DrawingInFile,
  { choice, project, terminal }: Refresh,
): Promise<RefreshItem> {
  const { slug, content } = drawing.script
  const { boundary } = target
  const request = { form: target, choice, about: content, set }
  // The fonts of this machine decide about some letters of a PNG.
  const output = isPng(target) ? undefined : drawing.output(['file', slug, outputOf(request)])
  const path = pathOfItem(file)
  if (boundary !== undefined) assertInside(boundary, file, path)
  if (output?.isCurrent()) return { ...placed(slug, path, null), state: 'current' }

  const result = await drawing.result()
  if (result.picture === undefined) {
    showFindings(terminal, [result.checked], project)
    return invalidItem(slug)
  }
  const picture = onlyScenarios(result.picture, choice.scenario)
  const bytes = await pictureBytes(picture, { ...request, slug })
  return refreshFile({ slug, file, bytes, boundary, output }, choice.write)
}

async function refreshIndex(refresh: Refresh, target: RenderTarget): Promise<RefreshItem[]> {
  const { drawn, choice, terminal, project } = refresh
  const { index: file, boundary } = target
  if (file === undefined) return []
  const existing = await readOverwritten('replaced', file).catch(() => undefined)
  const entries = drawn.flatMap(({ drawing, names }) => (names.picture ? drawing : []))
  const known = new KnownOutput(entries, project.verdicts, [
    'index',
    choice.theme,
    existing?.toString(),
    drawn.map(({ drawing: { script } }) => [script.slug, script.content]),
  ])
  if (known.isCurrent()) return [{ ...placed('index', pathOfItem(file), null), state: 'current' }]

  const results = await Promise.all(drawn.map(({ drawing }) => drawing.result()))
  const index = await siteIndex(results, target, choice, terminal)
  if (index === undefined) return []
  const drawnIndex = { slug: 'index', ...index, boundary, output: known }
  return [await refreshFile(drawnIndex, choice.write)]
}
