/** Writes a picture as a page with the player; loaded only for this format. */
import type { PictureFormat } from '../write/formats/format.ts'

export const html: PictureFormat = {
  name: 'html',
  extension: 'html',
  readOn: 'screen',
  write: async (picture, { theme }) => (await import('./document.ts')).documentOf(picture, theme),
}
