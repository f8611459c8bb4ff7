import { type Answer, TopoCommand } from '../../cli/command.ts'
import { looseAnswer } from '../../cli/loose.ts'
import { itemIn } from '../../project/lenient.ts'
import { offered } from '../../project/offered.ts'

export default class AiUsage extends TopoCommand<typeof AiUsage> {
  static override summary = 'How much of the assistant this account has used.'
  static override examples = ['<%= config.bin %> ai usage', '<%= config.bin %> ai usage --json']
  static override fields = ['*']

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    return looseAnswer(itemIn(await offered('assistant', () => client.ai.usage())))
  }
}
