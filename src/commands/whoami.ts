import { type Answer, TopoCommand } from '../cli/command.ts'
import { masked, requireKey } from '../cli/settings.ts'

export default class Whoami extends TopoCommand<typeof Whoami> {
  static override summary = 'Which service, which key and which tier are in use.'
  static override examples = ['<%= config.bin %> whoami', '<%= config.bin %> whoami --json']

  protected override async act(): Promise<Answer> {
    const choice = await this.choice()
    const key = requireKey(choice, this.terminal.interactive)
    const { client } = await this.service()
    const { tierId, isAdmin, quotas } = await client.quota.me()
    const data = {
      address: choice.address,
      addressSource: choice.addressSource,
      key: masked(key.value),
      keySource: key.source,
      tierId,
      isAdmin,
      quotas,
    }
    return {
      data,
      text: (out) =>
        [
          `${out.style('bold', data.address)} (from ${data.addressSource})`,
          `key ${data.key} (from ${data.keySource})`,
          `tier ${tierId}${isAdmin ? ', administrator' : ''}`,
        ].join('\n'),
    }
  }
}
