/** Writes a picture as a text; a PNG, and letters in an SVG, are made of that. Reads the picture that a new one replaces. */
import { decodeText } from '../../files/decode.ts'
import {
  type About,
  drawSequences,
  type EarlierPicture,
  type Picture,
  type PictureSet,
  pictureFormats,
  placesInSvg,
  type Theme,
} from '../../render/index.ts'
import type { PictureChoice, PictureForm } from './picture-choice.ts'

export interface DocumentRequest {
  readonly form: PictureForm
  readonly choice: PictureChoice
  /** The facts that an html page tells about the script. */
  readonly about: About
  /** The files that it is written with. */
  readonly set: PictureSet
}

export const isPng = ({ format, sequences }: PictureForm): boolean =>
  (sequences ?? format) === 'png'

/** The text of a picture; for a PNG, that of the SVG which it is made of. */
export async function pictureDocument(picture: Picture, request: DocumentRequest): Promise<string> {
  const { form, choice, about, set } = request
  const theme = themeOf(request)
  // The rasteriser scales a PNG.
  const scale = isPng(form) ? 1 : (choice.scale ?? 1)
  if (form.sequences === 'svg' || form.sequences === 'png')
    return drawSequences(picture, theme, scale).svg
  // Nobody can click a PNG.
  const links = isPng(form) ? undefined : set
  return writerOf(form.format).write(picture, { theme, scale, about, set: links })
}

type Writer = (typeof pictureFormats)[number]

function writerOf(format: string): Writer {
  const written = format === 'png' ? 'svg' : format
  const writer = pictureFormats.find(({ name }) => name === written)
  if (!writer) throw new Error(`there is no format ${format}`)
  return writer
}

/** A page on a screen follows its reader, if nothing else was chosen; a PNG cannot. */
export function themeOf({ form, choice }: DocumentRequest): Theme {
  const isScreen = ['svg', 'html'].includes(form.sequences ?? form.format)
  const theme = (choice.theme ?? (isScreen ? 'auto' : 'light')) as Theme
  return isPng(form) && theme === 'auto' ? 'light' : theme
}

/** The last picture of a script, from the file that the new one replaces; undefined if that is no SVG of topo. */
export const earlierPicture = (
  { format }: PictureForm,
  bytes: Buffer | undefined,
): EarlierPicture | undefined =>
  format === 'svg' && bytes !== undefined ? placesInSvg(decodeText(bytes).text ?? '') : undefined
