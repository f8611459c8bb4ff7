import { orUnsupported } from '../../api/unsupported.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class NotificationsRead extends TopoCommand<typeof NotificationsRead> {
  static override summary = 'Mark all notifications as read.'
  static override examples = [
    '<%= config.bin %> notifications read',
    '<%= config.bin %> notifications read --json',
  ]
  static override fields = ['ok']
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    await orUnsupported('notifications', () => client.notifications.readAll())
    return {
      data: { ok: true },
      text: (out) => (out.isTerminal ? 'Marked all notifications as read' : 'read'),
    }
  }
}
