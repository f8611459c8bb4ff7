/** The model itself, for programs that draw or play it. */
import type { PictureFormat } from './format.ts'

export const jsonModel: PictureFormat = {
  name: 'json',
  extension: 'json',
  write: (picture) => `${JSON.stringify({ version: 1, ...picture }, null, 2)}\n`,
}
