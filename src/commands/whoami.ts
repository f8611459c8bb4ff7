import { quotaTable } from '../cli/billing/quota.ts'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { readCredentials } from '../cli/service/headers.ts'
import { maskKey } from '../cli/service/settings.ts'
import { readAccount } from '../project/remote/read-account.ts'
import { forTerminal } from '../text/for-terminal.ts'

export default class Whoami extends TopoCommand<typeof Whoami> {
  static override summary = 'Show the service, key, tier and quotas in use.'
  static override examples = ['topo whoami', 'topo whoami --json --fields address,key']
  static override fields = [
    'address',
    'addressSource',
    'key',
    'keySource',
    'keyHeader',
    'headers',
    'tierId',
    'isAdmin',
    'quotas',
  ]

  protected override async execute(): Promise<CommandResult> {
    const key = await this.key()
    const choice = await this.choice()
    const credentials = await readCredentials(choice)
    const { client } = await this.connect(choice.address, credentials)
    const headers = Object.keys(credentials.headers ?? {})
    const { tierId, isAdmin, quotas } = await readAccount(client)
    const data = {
      address: choice.address,
      addressSource: choice.addressSource,
      key: maskKey(credentials.apiKey ?? ''),
      keySource: key.source,
      keyHeader: credentials.keyHeader ?? 'Authorization',
      headers,
      tierId,
      isAdmin,
      quotas,
    }
    return {
      data,
      text: (out) =>
        [
          `${out.style('bold', data.address)} (from ${data.addressSource})`,
          `key ${data.key} (from ${data.keySource}${credentials.keyHeader ? `, sent as ${data.keyHeader}` : ''})`,
          ...(headers.length > 0 ? [`headers ${headers.join(', ')} (from ${choice.headers?.source})`] : []),
          `tier ${forTerminal(tierId)}${isAdmin ? ', administrator' : ''}`,
          '',
          quotaTable(out, quotas),
        ].join('\n'),
    }
  }
}
