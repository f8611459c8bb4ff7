import { quota } from '../api/resources/quota.ts'
import { quotaTable } from '../cli/billing/quota.ts'
import { TopoCommand } from '../cli/command/command.ts'
import { fieldsOf } from '../cli/command/fields.ts'
import type { CommandResult } from '../cli/command/result.ts'

export default class Quota extends TopoCommand<typeof Quota> {
  static override summary = 'What this account may still do, and per which time.'
  static override description =
    'A quota counts what was done within a window of time: each use is given back when it is that old.'
  static override examples = ['<%= config.bin %> quota', '<%= config.bin %> quota --json --fields quotas']
  static override fields = fieldsOf(quota.me.response)

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const data = await client.quota.me()
    return { data, text: (out) => quotaTable(out, data.quotas) }
  }
}
