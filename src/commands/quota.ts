import { quota } from '../api/resources/quota.ts'
import { quotaTable } from '../cli/billing/quota.ts'
import { TopoCommand } from '../cli/command/command.ts'
import { fieldsOf } from '../cli/command/fields.ts'
import type { CommandResult } from '../cli/command/result.ts'

export default class Quota extends TopoCommand<typeof Quota> {
  static override summary = 'Show remaining quota and when it resets.'
  static override description =
    'A quota counts the uses within a rolling window of time: a use stops counting when it is older than the window.'
  static override examples = ['<%= config.bin %> quota', '<%= config.bin %> quota --json --fields quotas']
  static override fields = fieldsOf(quota.me.response)

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const data = await client.quota.me()
    return { data, text: (out) => quotaTable(out, data.quotas) }
  }
}
