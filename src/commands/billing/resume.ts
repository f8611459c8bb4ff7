import { subscriptionState } from '../../api/billing-records.ts'
import { subscriptionAnswer } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingResume extends TopoCommand<typeof BillingResume> {
  static override summary = 'Take a cancellation back: the subscription renews again.'
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
      'The subscription renews again, and is charged again when it does.',
    )
  }
}
