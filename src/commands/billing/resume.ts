import { subscriptionState } from '../../api/billing-records.ts'
import { subscriptionAnswer } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingResume extends TopoCommand<typeof BillingResume> {
  static override summary = 'Undo a cancellation, so that the subscription renews.'
  static override examples = [
    '<%= config.bin %> billing resume --dry-run',
    '<%= config.bin %> billing resume --dry-run --json',
  ]
  static override fields = fieldsOf(subscriptionState)
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { subscription } = await client.billing.updateSubscription({ body: { cancelAtPeriodEnd: false } })
    return subscriptionAnswer(
      subscription,
      'Cancellation undone: the subscription renews and is charged at the end of the period.',
    )
  }
}
