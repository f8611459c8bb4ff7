import { orUnsupported } from '../../api/answers/unsupported.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'

export default defineCommand({
  summary: 'Mark all notifications as read.',
  examples: ['topo notifications read', 'topo notifications read --json'],
  fields: ['ok'],
  flags: dryRunFlag,
  run: async ({ openService }) => {
    const { client } = await openService()
    await orUnsupported('notifications', () => client.notifications.readAll())
    return {
      data: { ok: true },
      text: (out) => (out.isTerminal ? 'Marked all notifications as read' : 'read'),
    }
  },
})
