/** How a picture is drawn and written: the flags of `topo render` that change its bytes, and its form. */
import {
  type Direction,
  type EarlierPicture,
  pictureFormats,
  type StyleSetting,
  type styleNames,
} from '../../render/index.ts'
import type { DrawOptions } from '../draw-scripts.ts'

export const themes = ['light', 'dark', 'auto'] as const

/** Sequence diagrams as Markdown (all), as Mermaid (one), or drawn by topo (all). */
export type SequenceForm = 'md' | 'mmd' | 'svg' | 'png'

export interface PictureForm {
  readonly format: string
  /** How sequence diagrams are written, by the extension of the file. */
  readonly sequences?: SequenceForm | undefined
}

/** A flag that is not given is undefined or false. */
export interface PictureChoice {
  readonly theme?: string | undefined
  readonly style?: (typeof styleNames)[number] | undefined
  readonly direction?: Direction | undefined
  readonly aspect?: number | undefined
  readonly scale?: number | undefined
  readonly descriptions?: boolean
  readonly 'embed-fonts'?: boolean
  readonly layer?: string[] | undefined
  readonly scenario?: string[] | undefined
}

interface PictureSurroundings {
  /** That of the project. */
  readonly style: StyleSetting | undefined
  /** Undefined if only Markdown files are written. */
  readonly form: PictureForm | undefined
  readonly replaced: EarlierPicture | undefined
}

export const drawOptionsOf = (
  choice: PictureChoice,
  { style, form, replaced }: PictureSurroundings,
): DrawOptions => ({
  layers: choice.layer,
  aspect: choice.aspect,
  direction: choice.direction,
  descriptions: choice.descriptions,
  style: choice.style ?? style,
  readOn: pictureFormats.find(({ name }) => name === form?.format)?.readOn,
  replaced,
})
