import { billingText } from '../../cli/billing/billing.ts'
import { currencyOf } from '../../cli/billing/format-money.ts'
import { defineCommand } from '../../cli/command/define.ts'

export default defineCommand({
  summary: 'Show the subscription of this account and its last 50 payments.',
  examples: ['topo billing show', 'topo billing show --json --fields payments'],
  fields: ['subscription', 'plan', 'payments'],
  run: async ({ openService, terminal }) => {
    const { client } = await openService()
    const { subscription, plan, ...rest } = await client.billing.me()
    const data = { subscription: subscription ?? null, plan: plan ?? null, ...rest }
    const currency = await currencyOf(client, [...(plan ? [plan] : []), ...rest.payments])
    if (!subscription && data.payments.length === 0 && !terminal.out.isTerminal)
      terminal.note('There is no subscription, and there are no payments.')
    return { data, text: (out) => billingText(out, { ...data, currency }) }
  },
})
