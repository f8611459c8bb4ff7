import { orUnsupported } from '../../api/unsupported.ts'
import { readUntypedList } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { tellOfRest } from '../../cli/command/truncated-note.ts'
import { notificationColumns, notificationRow } from '../../cli/views/notifications.ts'
import { untypedList } from '../../cli/views/untyped-table.ts'

export default class NotificationsList extends TopoCommand<typeof NotificationsList> {
  static override summary = 'List notifications: comments on your scripts, stars, invitations.'
  static override examples = [
    '<%= config.bin %> notifications list',
    '<%= config.bin %> notifications list --all --json',
  ]
  static override fields = ['*']
  static override flags = pageFlags

  protected override async execute(): Promise<CommandResult> {
    const { all, limit } = this.flags
    const { client } = await this.service()
    const most = all ? Number.POSITIVE_INFINITY : limit
    const found = await orUnsupported('notifications', () =>
      readUntypedList((query) => client.notifications.list({ query }), most),
    )
    tellOfRest(this.terminal, found, 'notifications', all)
    const rows = { ...found, items: found.items.map(notificationRow) }
    return { data: found, text: untypedList(rows, notificationColumns).text }
  }
}
