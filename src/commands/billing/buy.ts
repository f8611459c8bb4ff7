import { checkout } from '../../api/contract/billing-records.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { checkoutFlags, checkoutResult } from './checkout.ts'

export default defineCommand({
  summary: 'Buy a bundle: print the URL of the payment page.',
  description: 'A bundle is paid once. In a pipe, prints only the URL. Resumes a pending payment.',
  examples: [
    'topo billing buy kafka-cases',
    'topo billing buy databases-cases --promo SAVE20 --dry-run',
  ],
  fields: checkout,
  args: { bundle: argument('Id of the bundle, from "billing bundles".') },
  flags: checkoutFlags,
  run: async ({ args, flags, terminal, chooseService, openService }) => {
    const { client } = await openService()
    const promo = flags.promo === undefined ? {} : { promoCode: flags.promo }
    const paid = await client.billing.purchaseBundle({ body: { bundleId: args.bundle, ...promo } })
    const webUrl = (await chooseService()).webUrl?.value
    return checkoutResult(paid, { open: flags.open, terminal, webUrl })
  },
})
