import { orUnsupported } from '../../api/answers/unsupported.ts'
import { getText, readUntypedList } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { pageFlags } from '../../cli/command/flags/flags.ts'
import { readPage } from '../../cli/command/list-result.ts'
import { type UntypedColumn, untypedList } from '../../cli/command/untyped-table.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'

export default defineCommand({
  summary: 'List notifications: comments on your scripts, stars, invitations.',
  examples: ['topo notifications list', 'topo notifications list --all --json'],
  fields: ['*'],
  flags: pageFlags,
  run: async ({ flags, openService, terminal }) => {
    const { client } = await openService()
    const found = await readPage(terminal, flags, 'notifications', (most) =>
      orUnsupported('notifications', () => readUntypedList(client.notifications.list, most)),
    )
    const rows = { ...found, items: found.items.map(notificationRow) }
    return { data: found, text: untypedList(rows, notificationColumns).text }
  },
})

const notificationColumns: readonly UntypedColumn[] = [
  ['WHEN', 'createdAt'],
  ['WHAT', 'type', 'kind'],
  ['WHO', 'who'],
  ['WHERE', 'where'],
  ['READ', 'isRead', 'read'],
  ['TEXT', 'message', 'text', 'content', 'title'],
]

/** Replaces nested records with their names. */
const notificationRow = (item: UntypedRecord): UntypedRecord => ({
  ...item,
  who: nameOf(item.actor),
  where: nameOf(item.script) ?? nameOf(item.workspace),
})

const nameOf = (value: unknown) =>
  isRecord(value) ? getText(value, 'username', 'slug', 'name', 'id') : undefined
