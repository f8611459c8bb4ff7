/** Columns of a notification: who did what to which script. */
import type { UntypedRecord } from '../../api/envelope.ts'
import { getText } from '../../api/untyped.ts'
import type { UntypedColumn } from './untyped-table.ts'

export const notificationColumns: readonly UntypedColumn[] = [
  ['WHEN', 'createdAt'],
  ['WHAT', 'type', 'kind'],
  ['WHO', 'who'],
  ['WHERE', 'where'],
  ['READ', 'isRead', 'read'],
  ['TEXT', 'message', 'text', 'content', 'title'],
]

/** Replaces nested records with their names. */
export const notificationRow = (item: UntypedRecord): UntypedRecord => ({
  ...item,
  who: nameOf(item.actor),
  where: nameOf(item.script) ?? nameOf(item.workspace),
})

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? getText(value as UntypedRecord, 'username', 'slug', 'name', 'id')
    : undefined
