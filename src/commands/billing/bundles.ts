import { bundle } from '../../api/billing-records.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { fieldsOf } from '../../cli/fields.ts'
import { plain } from '../../cli/plain.ts'
import { price } from '../../cli/price.ts'
import { table } from '../../cli/table.ts'

export default class BillingBundles extends TopoCommand<typeof BillingBundles> {
  static override summary = 'List the bundles that can be bought, and what they cost.'
  static override description =
    'Works without a key. With one the prices are those for this account, and a payment that was begun shows what is left to pay.'
  static override examples = [
    '<%= config.bin %> billing bundles',
    '<%= config.bin %> billing bundles --json --fields id,priceKopeks,currency',
  ]
  static override fields = fieldsOf(bundle)

  protected override async act(): Promise<Answer> {
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
      ...(pending ? { next: `topo billing buy ${plain(pending.id)} goes on with the pending payment` } : {}),
    }
  }
}
