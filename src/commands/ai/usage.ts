import { orUnsupported } from '../../api/unsupported.ts'
import { getItem } from '../../api/untyped.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { looseAnswer } from '../../cli/views/untyped-table.ts'

export default class AiUsage extends TopoCommand<typeof AiUsage> {
  static override summary = "Show this account's usage of the AI assistant."
  static override examples = ['<%= config.bin %> ai usage', '<%= config.bin %> ai usage --json']
  static override fields = ['*']

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    return looseAnswer(getItem(await orUnsupported('assistant', () => client.ai.usage())))
  }
}
