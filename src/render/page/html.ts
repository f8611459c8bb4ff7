/** Writes a picture as a page with the player; loaded only for this format. */
import { styleOf, themeIn } from '../picture/look/style.ts'
import type { PictureFormat } from '../write/formats/format.ts'

export const html: PictureFormat = {
  name: 'html',
  extension: 'html',
  readOn: 'screen',
  write: async (picture, { theme, about, set }) =>
    (await import('./document.ts')).documentOf(picture, themeIn(styleOf(picture.style), theme), {
      about,
      set,
    }),
}
