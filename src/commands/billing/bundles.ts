import { bundleRecord } from '../../api/contract/billing-records.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { listResult } from '../../cli/command/list-result.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { price } from './format-money.ts'

export default defineCommand({
  summary: 'List the bundles for sale and their prices.',
  description:
    'Works without a key. With a key, shows the prices for this account and the amounts of pending payments.',
  examples: [
    'topo billing bundles',
    'topo billing bundles --json --fields id,priceKopeks,currency',
  ],
  fields: bundleRecord,
  run: async ({ openService }) => {
    const { client } = await openService('optional')
    const { items } = await client.billing.bundles()
    const pending = items.find(({ pendingAmountKopeks }) => typeof pendingAmountKopeks === 'number')
    const header = ['BUNDLE', 'NAME', 'PRICE', 'PENDING', 'ABOUT']
    return {
      ...listResult(
        items,
        header,
        ({ id, name, priceKopeks, currency, pendingAmountKopeks, description }) => [
          id,
          name,
          price(priceKopeks, currency),
          price(pendingAmountKopeks ?? undefined, currency),
          description,
        ],
      ),
      ...(pending && {
        nextStep: `topo billing buy ${forTerminal(pending.id)} resumes the pending payment`,
      }),
    }
  },
})
