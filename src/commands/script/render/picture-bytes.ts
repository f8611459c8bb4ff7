/** Writes a picture in a format, for a file or standard output, and reads the one that it replaces. */
import { type KnownError, refusedError } from '../../../errors.ts'
import { decodeText } from '../../../files/decode.ts'
import { readOverwritten } from '../../../limits/files.ts'
import {
  type About,
  drawSequences,
  type EarlierPicture,
  mermaidSequence,
  type Picture,
  type PictureSet,
  pictureFormats,
  placesInSvg,
  sequencesOf,
  type Theme,
} from '../../../render/index.ts'
import { enumeration } from '../../../text/alternatives.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'

/** @throws KnownError `TOPO_NOT_DRAWN` for an unknown id */
export function onlyScenarios(picture: Picture, ids: readonly string[] | undefined): Picture {
  if (ids === undefined) return picture
  const scenarios = picture.scenarios.filter(({ id }) => ids.includes(id))
  const missing = ids.find((id) => !scenarios.some((scenario) => scenario.id === id))
  if (missing === undefined) return { ...picture, scenarios }
  throw noScenario(`${picture.title} has no scenario "${missing}".`, picture)
}

const MOST_NAMED = 20

const noScenario = (message: string, { scenarios }: Picture): KnownError =>
  refusedError(message, {
    code: 'TOPO_NOT_DRAWN',
    hint:
      scenarios.length === 0
        ? 'The flow must be returned: "return flow" at the end of the script.'
        : `Its scenarios: ${enumeration(scenarios.slice(0, MOST_NAMED).map(({ id }) => id))}.`,
  })

export interface PictureOutput {
  readonly target: RenderTarget
  readonly choice: RenderChoice
  /** The facts that an html page tells about the script. */
  readonly about: About
  /** The files that it is written with. */
  readonly set: PictureSet
  /** Called with the letters that no font has. */
  readonly onMissing?: ((characters: readonly string[]) => void) | undefined
}

/** @throws KnownError `TOPO_NOT_DRAWN` for a Mermaid file without exactly one scenario */
export async function pictureBytes(
  picture: Picture,
  request: PictureOutput,
): Promise<string | Uint8Array> {
  const { format, sequences } = request.target
  const writer = writerOf(format)
  if (sequences === 'mmd') return onlyMermaid(picture)
  if (sequences === 'png' || format === 'png') return pngBytes(picture, writer, request)

  const { onMissing, choice } = request
  const scale = choice.scale ?? 1
  const theme = themeOf(request)
  const document =
    sequences === 'svg'
      ? drawSequences(picture, theme, scale).svg
      : await writer.write(picture, { theme, scale, about: request.about, set: request.set })
  return choice['embed-fonts'] ? withFonts(document, onMissing) : document
}

type Writer = (typeof pictureFormats)[number]

function writerOf(format: string): Writer {
  const written = format === 'png' ? 'svg' : format
  const writer = pictureFormats.find(({ name }) => name === written)
  if (!writer) throw new Error(`there is no format ${format}`)
  return writer
}

/** A page on a screen follows its reader, if nothing else was chosen. */
function themeOf({ target, choice }: PictureOutput): Theme {
  const { format, sequences } = target
  const isScreen = format === 'svg' || format === 'html' || sequences === 'svg'
  return (choice.theme ?? (isScreen ? 'auto' : 'light')) as Theme
}

async function pngBytes(
  picture: Picture,
  writer: Writer,
  request: PictureOutput,
): Promise<Uint8Array> {
  const { svgToPng } = await import('../../../raster/svg-to-png.ts')
  const { scale } = request.choice
  const { onMissing } = request
  const chosen = themeOf(request)
  const theme = chosen === 'auto' ? 'light' : chosen

  if (request.target.sequences === 'png') {
    const { svg, ...area } = drawSequences(picture, theme)
    return svgToPng(svg, area, scale, onMissing)
  }
  const svg = await writer.write(picture, { theme, scale: 1 })
  return svgToPng(svg, picture, scale, onMissing)
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

/**
 * The last picture of a script, from the SVG that the new one replaces.
 * Undefined without such a file. One that cannot be read is reported when it is written.
 */
export async function pictureInFile(
  { format, file }: RenderTarget,
  slug: string,
): Promise<EarlierPicture | undefined> {
  if (format !== 'svg' || file === undefined) return undefined
  const bytes = await readOverwritten('replaced', file(slug)).catch(() => undefined)
  if (bytes === undefined) return undefined
  return placesInSvg(decodeText(bytes).text ?? '')
}
