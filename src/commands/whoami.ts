import { defineCommand } from '../cli/command/define.ts'
import { readCredentials } from '../cli/service/headers.ts'
import { maskKey } from '../cli/service/settings.ts'
import { readAccount } from '../sync/remote/read-account.ts'
import { forTerminal } from '../text/safe/for-terminal.ts'
import { quotaTable } from './quota/quota-table.ts'

export default defineCommand({
  summary: 'Show the service, key, tier and quotas in use.',
  examples: ['topo whoami', 'topo whoami --json --fields address,key'],
  fields: [
    'address',
    'addressSource',
    'key',
    'keySource',
    'keyHeader',
    'headers',
    'tierId',
    'isAdmin',
    'quotas',
  ],
  run: async ({ chooseService, requireKey, connect }) => {
    const key = await requireKey()
    const choice = await chooseService()
    const credentials = await readCredentials(choice)
    const { client } = await connect(choice.address, credentials)
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
      isProse: true,
      text: (out) =>
        [
          `${out.style('bold', data.address)} (from ${data.addressSource})`,
          `key ${data.key} (from ${data.keySource}${credentials.keyHeader ? `, sent as ${data.keyHeader}` : ''})`,
          ...(headers.length > 0
            ? [`headers ${headers.join(', ')} (from ${choice.headers?.source})`]
            : []),
          `tier ${forTerminal(tierId)}${isAdmin ? ', administrator' : ''}`,
          '',
          quotaTable(out, quotas),
        ].join('\n'),
    }
  },
})
