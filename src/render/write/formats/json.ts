/** Writes the model itself, for other programs. */
import { jsonText } from '../../../text/safe/ci-commands.ts'
import { withoutArt } from '../../picture/icon-art.ts'
import type { PictureFormat } from './format.ts'

export const jsonModel: PictureFormat = {
  name: 'json',
  extension: 'json',
  write: (picture) => `${jsonText({ version: 1, ...withoutArt(picture) })}\n`,
}
