/** Share URLs and thumbnails: *Sharing* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, single } from '../contract/contract.ts'
import { script } from './scripts.ts'

/** Formats of a picture. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** A picture in a JSON body. */
export const picture = z.object({
  contentType: z.enum(pictureTypes),
  /** Base64. */
  data: z.base64(),
})

export const sharing = {
  /** Returns the script with its token; an existing token is kept. */
  create: inferred('POST', '/v1/scripts/{id}/share-token', () => ({ response: single(script) })),
  delete: inferred('DELETE', '/v1/scripts/{id}/share-token'),
  /** For everybody with the token, also for private scripts. The access gate applies. */
  get: inferred('GET', '/v1/share/{token}', () => ({ auth: 'none', response: single(script) })),
  thumbnail: inferred('POST', '/v1/scripts/{id}/thumbnail', () => ({
    body: picture,
    response: single(
      z.looseObject({
        scriptId: z.string(),
        contentType: z.string(),
        bytes: z.int(),
      }),
    ),
  })),
}
