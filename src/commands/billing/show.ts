import { defineCommand } from '../../cli/command/define.ts'
import { billingText, missingBilling } from './billing.ts'
import { currencyOf } from './format-money.ts'

export default defineCommand({
  summary: 'Show the subscription of this account and its last 50 payments.',
  examples: ['topo billing show', 'topo billing show --json --fields payments'],
  fields: ['subscription', 'plan', 'payments'],
  run: async ({ openService, terminal }) => {
    const { client } = await openService()
    const { subscription, plan, ...rest } = await client.billing.me()
    const data = { subscription: subscription ?? null, plan: plan ?? null, ...rest }
    const currency = await currencyOf(client, [...(plan ? [plan] : []), ...rest.payments])
    const missing = missingBilling(data)
    if (missing !== undefined && !terminal.out.isTerminal) terminal.note(missing)
    return { data, text: (out) => billingText(out, { ...data, currency }) }
  },
})
