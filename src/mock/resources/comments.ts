/** Comments: *Comments* of the document. */
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { CommentRow, UserRow } from '../database/rows.ts'
import type { Handlers } from '../http/handler.ts'
import { forbidden, invalid, notFound } from '../http/http-error.ts'
import { notify, retractNotification } from '../rules/notify.ts'
import { checkLength } from '../rules/plan-limits.ts'
import { spendQuota } from '../rules/quotas.ts'
import { toAuthor } from '../rules/serialize.ts'
import { visibleScript } from '../rules/visibility.ts'

export const comments: Handlers<Contract['comments']> = {
  list: ({ world, params, query, caller }) => {
    const script = visibleScript(world, params.id, caller)
    const items = world.comments
      .by('script', script.id)
      .filter(({ targetType }) => query.targetType === undefined || targetType === query.targetType)
      .filter(({ targetId }) => query.targetId === undefined || targetId === query.targetId)
    return { items: items.map((row) => toJson(world, row)) }
  },

  create: ({ world, params, body, caller }) =>
    world.transaction(() => {
      const script = visibleScript(world, params.id, caller)
      const { content, targetType, targetId } = body
      if (targetType !== 'script' && !targetId) {
        throw invalid([{ path: ['targetId'], message: `required for a comment on a ${targetType}` }])
      }
      checkLength(content, caller, 'comment')
      spendQuota(world, caller, 'commentsPerHour')
      const row = world.comments.put({
        id: world.newId(),
        scriptId: script.id,
        userId: caller.id,
        content,
        targetType,
        targetId: targetType === 'script' ? null : (targetId ?? null),
        createdAt: world.stamp(),
      })
      const { id: of, scriptId } = row
      notify(world, { type: 'comment', of, actorId: caller.id, userId: script.ownerId, scriptId })
      return { item: toJson(world, row) }
    }),

  delete: ({ world, params, caller }) => remove(world, world.comments.get(params.commentId), caller),

  deleteFromScript: ({ world, params, caller }) => {
    const script = visibleScript(world, params.id, caller)
    const row = world.comments.get(params.commentId)
    return remove(world, row?.scriptId === script.id ? row : undefined, caller)
  },
}

function remove(world: Database, row: CommentRow | undefined, caller: UserRow): { ok: true } {
  if (!row) throw notFound('comment not found')
  if (row.userId !== caller.id) {
    // Comments of a hidden script are hidden too.
    visibleScript(world, row.scriptId, caller)
    throw forbidden('only the author may delete a comment')
  }
  return world.transaction(() => {
    world.comments.delete(row.id)
    retractNotification(world, 'comment', row.id)
    return { ok: true }
  })
}

function toJson(world: Database, row: CommentRow) {
  const author = world.users.get(row.userId)
  return {
    ...row,
    author: author ? toAuthor(author) : null,
  }
}
