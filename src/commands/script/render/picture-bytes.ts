/** Writes a picture in a format, for a file or standard output. */
import {
  drawSequences,
  mermaidSequence,
  noSet,
  type Picture,
  sequencesOf,
} from '../../../render/index.ts'
import { noScenario } from '../../../review/refresh/only-scenarios.ts'
import {
  type DocumentRequest,
  isPng,
  pictureDocument,
  themeOf,
} from '../../../review/refresh/picture-document.ts'
import { inPng, inText, recordOf } from '../../../review/refresh/picture-record.ts'

export interface PictureOutput extends DocumentRequest {
  /** The slug for the record in a file; undefined for standard output. */
  readonly slug: string | undefined
  /** Called with the letters that no font has. */
  readonly onMissing?: ((characters: readonly string[]) => void) | undefined
}

/** @throws KnownError `TOPO_NOT_DRAWN` for a Mermaid file without exactly one scenario */
export async function pictureBytes(
  picture: Picture,
  request: PictureOutput,
): Promise<string | Uint8Array> {
  const { form, choice, onMissing } = request
  if (form.sequences === 'mmd') return onlyMermaid(picture)

  const document = await pictureDocument(picture, request)
  const record = await recordFor(picture, request, document)
  if (isPng(form)) {
    const png = await pngOf(document, picture, request)
    return record === undefined ? png : inPng(png, record)
  }
  const written = choice['embed-fonts'] ? await withFonts(document, onMissing) : document
  return record === undefined ? written : inText(written, record)
}

/** The links of a set change with other diagrams, so the record is about the picture without them. */
async function recordFor(
  picture: Picture,
  request: PictureOutput,
  document: string,
): Promise<string | undefined> {
  const { slug, form, choice, set } = request
  if (slug === undefined) return undefined
  const isInSet = set.elsewhere.size > 0 || set.index !== undefined
  const alone = isInSet ? await pictureDocument(picture, { ...request, set: noSet }) : document
  return recordOf({ slug, form, choice, isInSet }, alone)
}

async function pngOf(svg: string, picture: Picture, request: PictureOutput): Promise<Uint8Array> {
  const { svgToPng } = await import('../../../raster/svg-to-png.ts')
  const { form, choice, onMissing } = request
  const area = form.sequences === 'png' ? drawSequences(picture, themeOf(request)) : picture
  return svgToPng(svg, area, choice.scale, onMissing)
}

async function withFonts(
  svg: string,
  onMissing?: (characters: readonly string[]) => void,
): Promise<string> {
  const { embedFonts } = await import('../../../raster/letters/embed-fonts.ts')
  const embedded = await embedFonts(svg)
  if (embedded.missing.size > 0) onMissing?.([...embedded.missing])
  return embedded.svg
}

function onlyMermaid(picture: Picture): string {
  const [first, ...others] = sequencesOf(picture)
  if (first && others.length === 0) return mermaidSequence(first)
  if (!first) throw noScenario(`${picture.title} has no scenarios.`, picture)
  throw noScenario(
    `${picture.title} has ${others.length + 1} scenarios, but a Mermaid file holds one sequence diagram.`,
    picture,
  ).withHint('Choose one with --scenario, or write all to a file that ends with .md or .svg.')
}
