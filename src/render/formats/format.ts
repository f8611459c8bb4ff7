/** What every format is: a name, how its files end, and how it tells a picture. */
import type { Picture } from '../picture.ts'
import type { Theme } from '../theme.ts'

export interface Look {
  readonly theme: Theme
  /** Of an SVG: by how much it is shown larger. */
  readonly scale?: number | undefined
}

export interface PictureFormat {
  readonly name: string
  /** Without a dot. */
  readonly extension: string
  readonly write: (picture: Picture, look: Look) => string | Promise<string>
}
