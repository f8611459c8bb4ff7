/** Share URLs and thumbnails: *Sharing* of *Further endpoints*, inferred. */
import { notFound } from '../http/http-error.ts'
import { checkPicture } from '../rules/pictures.ts'
import { ownedScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { fullScript } from './script-answers.ts'

/** Bytes of a thumbnail. */
const maxThumbnailBytes = 1024 * 1024

export const sharing: Handlers<'sharing'> = {
  create: ({ database, params, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    if (row.shareToken !== null) return { item: fullScript(database, row, caller) }
    const shared = { ...row, shareToken: database.newId(), updatedAt: database.stamp() }
    return { item: fullScript(database, database.scripts.put(shared), caller) }
  },

  delete: ({ database, params, caller }) => {
    const row = ownedScript(database.script(params.id), caller)
    if (row.shareToken !== null) {
      database.scripts.put({ ...row, shareToken: null, updatedAt: database.stamp() })
    }
    return { ok: true }
  },

  get: ({ database, params, caller }) => {
    const [row] = database.scripts.by('shareToken', params.token)
    if (!row) throw notFound('this share URL is unknown or revoked')
    return { item: fullScript(database, row, caller) }
  },

  thumbnail: ({ database, params, body, caller }) => {
    const { id: scriptId } = ownedScript(database.script(params.id), caller)
    const bytes = checkPicture(body, maxThumbnailBytes)
    database.thumbnails.put({ id: scriptId, scriptId, ...body })
    return { item: { scriptId, contentType: body.contentType, bytes } }
  },
}
