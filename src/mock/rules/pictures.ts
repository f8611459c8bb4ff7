/** Validates pictures sent as JSON: thumbnails of scripts, avatars of workspaces. */
import type { PictureType } from '../../api/resources/sharing.ts'
import { invalid, tooLarge } from '../http/http-error.ts'

const magicBytes: Readonly<Record<PictureType, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
}

/** Returns the size in bytes; 413 above `most`, 422 if it is not a picture of its type. */
export function checkPicture(
  { contentType, data }: { contentType: PictureType; data: string },
  most: number,
): number {
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > most) throw tooLarge(`the picture is larger than ${most} bytes`)
  if (!magicBytes[contentType].test(bytes.toString('latin1', 0, 16))) {
    throw invalid([{ path: ['data'], message: `not a valid ${contentType}` }])
  }
  return bytes.length
}
