/** The interface of a format: name, file extension and writer. */

import type { Theme } from '../../picture/look/theme.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Surface } from '../../picture/surface.ts'
import type { PictureSet } from '../picture-set.ts'

export interface Look {
  readonly theme: Theme
  /** Scale of an SVG. */
  readonly scale?: number | undefined
  /** Words of a page beside the picture. */
  readonly about?: About | undefined
  /** The files that an SVG or a page belongs to. An SVG without it has no links. */
  readonly set?: PictureSet | undefined
}

export interface About {
  readonly description: string
  /** Markdown. */
  readonly readme: string | null
}

export interface PictureFormat {
  readonly name: string
  /** Without a dot. */
  readonly extension: string
  /** By default the column of a document. */
  readonly readOn?: Surface
  readonly write: (picture: Picture, look: Look) => string | Promise<string>
}
