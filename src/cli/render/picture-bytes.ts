/** Writes a picture in a format, for a file or standard output, and reads the one that it replaces. */
import { type KnownError, refusedError } from '../../errors.ts'
import { readOverwritten } from '../../limits/files.ts'
import { decodeText } from '../../project/files/decode.ts'
import {
  type About,
  drawSequences,
  type EarlierPicture,
  mermaidSequence,
  type Picture,
  pictureFormats,
  placesInSvg,
  sequencesOf,
  type Theme,
} from '../../render/index.ts'
import { enumeration } from '../../text/alternatives.ts'
import type { RenderChoice, RenderTarget } from './choose-target.ts'

/** @throws KnownError `TOPO_NO_SCENARIO` for an unknown id */
export function onlyScenarios(picture: Picture, ids: readonly string[] | undefined): Picture {
  if (ids === undefined) return picture
  const scenarios = picture.scenarios.filter(({ id }) => ids.includes(id))
  const missing = ids.find((id) => !scenarios.some((one) => one.id === id))
  if (missing === undefined) return { ...picture, scenarios }
  throw noScenario(`${picture.title} has no scenario "${missing}".`, picture)
}

const MOST_NAMED = 20

const noScenario = (message: string, { scenarios }: Picture): KnownError =>
  refusedError(message, {
    code: 'TOPO_NO_SCENARIO',
    hint:
      scenarios.length === 0
        ? 'The flow must be returned: "return flow" at the end of the script.'
        : `Its scenarios: ${enumeration(scenarios.slice(0, MOST_NAMED).map(({ id }) => id))}.`,
  })

/** @throws KnownError `TOPO_NO_SCENARIO` for a Mermaid file without exactly one scenario */
export async function pictureBytes(
  picture: Picture,
  { format, sequences }: RenderTarget,
  { theme, scale, 'embed-fonts': embeds }: RenderChoice,
  about: About,
  onMissing?: (characters: readonly string[]) => void,
): Promise<string | Uint8Array> {
  const writer = pictureFormats.find(({ name }) => name === (format === 'png' ? 'svg' : format))
  if (!writer) throw new Error(`there is no format ${format}`)
  const isScreen = format === 'svg' || format === 'html' || sequences === 'svg'
  const usual: Theme = isScreen ? 'auto' : 'light'
  const chosen = (theme ?? usual) as Theme
  const printed = chosen === 'auto' ? 'light' : chosen
  if (sequences === 'mmd') return onlyMermaid(picture)
  if (sequences !== 'png' && format !== 'png') {
    const text =
      sequences === 'svg'
        ? drawSequences(picture, chosen, scale ?? 1).svg
        : await writer.write(picture, { theme: chosen, scale: scale ?? 1, about })
    return embeds ? withFonts(text, onMissing) : text
  }
  const { svgToPng } = await import('../../project/draw/svg-to-png.ts')
  if (sequences === 'png') {
    const { svg, ...area } = drawSequences(picture, printed)
    return svgToPng(svg, area, scale, onMissing)
  }
  return svgToPng(
    await writer.write(picture, { theme: printed, scale: 1 }),
    picture,
    scale,
    onMissing,
  )
}

async function withFonts(
  svg: string,
  onMissing?: (characters: readonly string[]) => void,
): Promise<string> {
  const { embedFonts } = await import('../../project/draw/letters/embed-fonts.ts')
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
