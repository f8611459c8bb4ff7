import { orUnsupported } from '../../api/unsupported.ts'
import { readUntypedList } from '../../api/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import { noteTruncated } from '../../cli/command/truncated-note.ts'
import { notificationColumns, notificationRow } from '../../cli/views/notifications.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'

export default defineCommand({
  summary: 'List notifications: comments on your scripts, stars, invitations.',
  examples: ['topo notifications list', 'topo notifications list --all --json'],
  fields: ['*'],
  flags: pageFlags,
  run: async ({ flags, openService, terminal }) => {
    const { all, limit } = flags
    const { client } = await openService()
    const most = all ? Number.POSITIVE_INFINITY : limit
    const found = await orUnsupported('notifications', () => readUntypedList(client.notifications.list, most))
    noteTruncated(terminal, found, 'notifications', all)
    const rows = { ...found, items: found.items.map(notificationRow) }
    return { data: found, text: untypedList(rows, notificationColumns).text }
  },
})
