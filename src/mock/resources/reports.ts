/** Reports: *Account and reports* of the document. The target is a public script. */
import * as z from 'zod/mini'
import { forbidden, invalid } from '../http/http-error.ts'
import { issuesOf } from '../http/issues.ts'
import { visibleScript } from '../rules/visibility.ts'
import type { Handlers } from './handler.ts'

const uuid = z.object({ targetId: z.uuid() })

export const reports: Handlers<'reports'> = {
  create: ({ database, body, caller }) => {
    const { success, error } = uuid.safeParse({ targetId: body.targetId })
    if (!success) throw invalid(issuesOf(error, uuid))
    const script = visibleScript(database.script(body.targetId), caller)
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
  },
}
