import { billing } from '../../api/resources/billing.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { billingStatus } from './billing.ts'

export default defineCommand({
  summary: 'Show if billing is configured on this service; needs no key.',
  examples: ['topo billing status', 'topo billing status --json --fields configured'],
  fields: billing.status.response,
  run: async ({ openService }) => {
    const { client, address } = await openService('optional')
    const data = await billingStatus(client)
    const word = data.configured ? 'configured' : 'not configured'
    return { data, text: (out) => (out.isTerminal ? `Billing is ${word} on ${address}.` : word) }
  },
})
