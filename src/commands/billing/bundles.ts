import { bundleRecord } from '../../api/billing-records.ts'
import { price } from '../../cli/billing/format-money.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { table } from '../../cli/io/table.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class BillingBundles extends TopoCommand<typeof BillingBundles> {
  static override summary = 'List the bundles for sale and their prices.'
  static override description =
    'Works without a key. With a key, shows the prices for this account and the amounts of pending payments.'
  static override examples = [
    '<%= config.bin %> billing bundles',
    '<%= config.bin %> billing bundles --json --fields id,priceKopeks,currency',
  ]
  static override fields = fieldsOf(bundleRecord)

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service('optional')
    const { items } = await client.billing.bundles()
    const pending = items.find(({ pendingAmountKopeks }) => typeof pendingAmountKopeks === 'number')
    return {
      data: { items, totalCount: items.length },
      text: (out) =>
        table(
          out,
          ['BUNDLE', 'NAME', 'PRICE', 'PENDING', 'ABOUT'],
          items.map(({ id, name, priceKopeks, currency, pendingAmountKopeks, description }) => [
            ...[id, name, price(priceKopeks, currency)],
            typeof pendingAmountKopeks === 'number' ? price(pendingAmountKopeks, currency) : undefined,
            description,
          ]),
        ),
      ...(pending
        ? { nextStep: `topo billing buy ${forTerminal(pending.id)} resumes the pending payment` }
        : {}),
    }
  }
}
