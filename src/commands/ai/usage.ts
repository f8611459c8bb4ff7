import { orUnsupported } from '../../api/answers/unsupported.ts'
import { getItem } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { untypedResult } from '../../cli/command/untyped-table.ts'

export default defineCommand({
  summary: "Show this account's usage of the AI assistant.",
  examples: ['topo ai usage', 'topo ai usage --json'],
  fields: ['*'],
  run: async ({ openService }) => {
    const { client } = await openService()
    return untypedResult(getItem(await orUnsupported('assistant', () => client.ai.usage())))
  },
})
