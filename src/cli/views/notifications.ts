/** How notifications are shown: who did what to which script, in a line. */
import { getText, type UntypedRecord } from '../../api/untyped.ts'
import type { UntypedColumn } from './untyped-table.ts'

export const notificationColumns: readonly UntypedColumn[] = [
  ['WHEN', 'createdAt'],
  ['WHAT', 'type', 'kind'],
  ['WHO', 'who'],
  ['WHERE', 'where'],
  ['READ', 'isRead', 'read'],
  ['TEXT', 'message', 'text', 'content', 'title'],
]

/** With the names of what the service gives as records. */
export const notificationRow = (item: UntypedRecord): UntypedRecord => ({
  ...item,
  who: nameOf(item.actor),
  where: nameOf(item.script) ?? nameOf(item.workspace),
})

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? getText(value as UntypedRecord, 'username', 'slug', 'name', 'id')
    : undefined
