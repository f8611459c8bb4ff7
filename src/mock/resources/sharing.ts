/** Share URLs and thumbnails: *Sharing* of *Further endpoints*, inferred. */
import type { Contract } from '../../api/resources/index.ts'
import type { Handlers } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { checkPicture } from '../rules/pictures.ts'
import { toScript } from '../rules/serialize.ts'
import { ownedScript } from '../rules/visibility.ts'

/** Bytes of a thumbnail. */
const maxThumbnailBytes = 1024 * 1024

export const sharing: Handlers<Contract['sharing']> = {
  create: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      if (row.shareToken !== null) return { item: toScript(world, row, caller) }
      const shared = { ...row, shareToken: world.newId(), updatedAt: world.stamp() }
      return { item: toScript(world, world.scripts.put(shared), caller) }
    }),

  delete: ({ world, params, caller }) =>
    world.transaction(() => {
      const row = ownedScript(world, params.id, caller)
      if (row.shareToken !== null) {
        world.scripts.put({ ...row, shareToken: null, updatedAt: world.stamp() })
      }
      return { ok: true }
    }),

  get: ({ world, params, caller }) => {
    const [row] = world.scripts.by('shareToken', params.token)
    if (!row) throw notFound('this share URL is unknown or revoked')
    return { item: toScript(world, row, caller) }
  },

  thumbnail: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const { id: scriptId } = ownedScript(world, params.id, caller)
      const bytes = checkPicture(body, maxThumbnailBytes)
      world.thumbnails.put({ id: scriptId, scriptId, ...body })
      return { item: { scriptId, contentType: body.contentType, bytes } }
    }),
}
