import { string } from '@oclif/core/args'
import { checkout } from '../../api/billing-records.ts'
import { checkoutFlags, checkoutResult } from '../../cli/billing/checkout.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingBuy extends TopoCommand<typeof BillingBuy> {
  static override summary = 'Buy a bundle: print the URL of the payment page.'
  static override description =
    'A bundle is paid once. In a pipe, prints only the URL. Resumes a pending payment.'
  static override examples = [
    'topo billing buy kafka-cases',
    'topo billing buy databases-cases --promo SAVE20 --dry-run',
  ]
  static override fields = fieldsOf(checkout)
  static override args = {
    bundle: string({
      required: true,
      ignoreStdin: true,
      description: 'Id of the bundle, from "billing bundles".',
    }),
  }
  static override flags = checkoutFlags

  protected override async execute(): Promise<CommandResult> {
    const {
      flags,
      terminal,
      arguments: { bundle: bundleId },
    } = this
    const { client } = await this.service()
    const promo = flags.promo === undefined ? {} : { promoCode: flags.promo }
    const paid = await client.billing.purchaseBundle({ body: { bundleId, ...promo } })
    const webUrl = (await this.choice()).webUrl?.value
    return checkoutResult(paid, { open: flags.open, terminal, webUrl })
  }
}
