/** A picture as a page, with the program that plays it: loaded for this format alone. */
import type { PictureFormat } from './format.ts'

export const html: PictureFormat = {
  name: 'html',
  extension: 'html',
  write: async (picture, { theme }) => (await import('../page/document.ts')).documentOf(picture, theme),
}
