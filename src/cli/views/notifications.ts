/** How notifications are shown: who did what to which script, in a line. */
import { type Loose, textIn } from '../../api/untyped.ts'
import type { Column } from './untyped-table.ts'

export const notificationColumns: readonly Column[] = [
  ['WHEN', 'createdAt'],
  ['WHAT', 'type', 'kind'],
  ['WHO', 'who'],
  ['WHERE', 'where'],
  ['READ', 'isRead', 'read'],
  ['TEXT', 'message', 'text', 'content', 'title'],
]

/** With the names of what the service gives as records. */
export const notificationRow = (item: Loose): Loose => ({
  ...item,
  who: nameOf(item.actor),
  where: nameOf(item.script) ?? nameOf(item.workspace),
})

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? textIn(value as Loose, 'username', 'slug', 'name', 'id')
    : undefined
