/** Comments: *Comments* of the document. */
import type { Database } from '../database/database.ts'
import { notify, retractNotification } from '../database/notify.ts'
import type { CommentRow, UserRow } from '../database/rows.ts'
import { forbidden, invalid, notFound } from '../http/http-error.ts'
import { checkLength } from '../rules/plan-limits.ts'
import { toAuthor } from '../rules/serialize.ts'
import { visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'
import { spendQuota } from './quota.ts'

export const comments: Handlers<'comments'> = {
  list: ({ database, params, query, caller }) => {
    const script = visibleScript(database.script(params.id), caller)
    const items = database.comments
      .by('script', script.id)
      .filter(({ targetType }) => query.targetType === undefined || targetType === query.targetType)
      .filter(({ targetId }) => query.targetId === undefined || targetId === query.targetId)
    return { items: items.map((row) => toJson(database, row)) }
  },

  create: ({ database, params, body, caller }) => {
    const script = visibleScript(database.script(params.id), caller)
    const { content, targetType, targetId } = body
    if (targetType !== 'script' && !targetId) {
      throw invalid([{ path: ['targetId'], message: `required for a comment on a ${targetType}` }])
    }
    checkLength(content, caller, 'comment')
    spendQuota(database, caller, 'commentsPerHour')
    const row = database.comments.put({
      id: database.newId(),
      scriptId: script.id,
      userId: caller.id,
      content,
      targetType,
      targetId: targetType === 'script' ? null : (targetId ?? null),
      createdAt: database.stamp(),
    })
    const { id: of, scriptId } = row
    notify(database, { type: 'comment', of, actorId: caller.id, userId: script.ownerId, scriptId })
    return { item: toJson(database, row) }
  },

  delete: ({ database, params, caller }) =>
    remove(database, database.comments.get(params.commentId), caller),

  deleteFromScript: ({ database, params, caller }) => {
    const script = visibleScript(database.script(params.id), caller)
    const row = database.comments.get(params.commentId)
    return remove(database, row?.scriptId === script.id ? row : undefined, caller)
  },
}

function remove(database: Database, row: CommentRow | undefined, caller: UserRow): { ok: true } {
  if (!row) throw notFound('comment not found')
  if (row.userId !== caller.id) {
    // Comments of a hidden script are hidden too.
    visibleScript(database.script(row.scriptId), caller)
    throw forbidden('only the author may delete a comment')
  }
  database.comments.delete(row.id)
  retractNotification(database, 'comment', row.id)
  return { ok: true }
}

function toJson(database: Database, row: CommentRow) {
  const author = database.users.get(row.userId)
  return {
    ...row,
    author: author ? toAuthor(author) : null,
  }
}
