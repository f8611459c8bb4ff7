/** Reports: *Account and reports* of the document. The target is a public script. */
import type { Contract } from '../../api/resources/index.ts'
import type { Handlers } from '../http/handler.ts'
import { forbidden } from '../http/http-error.ts'
import { visibleScript } from '../rules/visibility.ts'

export const reports: Handlers<Contract['reports']> = {
  create: ({ database, body, caller }) =>
    database.transaction(() => {
      const script = visibleScript(database, body.targetId, caller)
      if (!script.isPublic) throw forbidden('only a public script can be reported')
      const { id } = database.reports.put({
        id: database.newId(),
        reporterId: caller.id,
        targetType: 'script',
        targetId: script.id,
        reason: body.reason,
        createdAt: database.stamp(),
      })
      return { ok: true, id }
    }),
}
