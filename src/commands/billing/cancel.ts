import { subscriptionState } from '../../api/billing-records.ts'
import { subscriptionAnswer } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingCancel extends TopoCommand<typeof BillingCancel> {
  static override summary = 'Cancel the subscription at the end of the paid period.'
  static override description = 'You keep full access until then. "billing resume" undoes the cancellation.'
  static override examples = [
    '<%= config.bin %> billing cancel --dry-run',
    '<%= config.bin %> billing cancel --dry-run --json',
  ]
  static override fields = fieldsOf(subscriptionState)
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { subscription } = await client.billing.updateSubscription({ body: { cancelAtPeriodEnd: true } })
    return subscriptionAnswer(
      subscription,
      'The subscription ends with the paid period and is not charged again. You keep full access until then.',
    )
  }
}
