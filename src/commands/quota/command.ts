import { quota } from '../../api/resources/quota.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { quotaTable } from './quota-table.ts'

export default defineCommand({
  summary: 'Show remaining quota and when it resets.',
  description:
    'A quota counts the uses within a rolling window of time: a use stops counting when it is older than the window.',
  examples: ['topo quota', 'topo quota --json --fields quotas'],
  fields: quota.me.response,
  run: async ({ openService }) => {
    const { client } = await openService()
    const data = await client.quota.me()
    return { data, text: (out) => quotaTable(out, data.quotas) }
  },
})
