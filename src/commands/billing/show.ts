import { billingText } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingShow extends TopoCommand<typeof BillingShow> {
  static override summary = 'Show the subscription of this account and its last 50 payments.'
  static override examples = [
    '<%= config.bin %> billing show',
    '<%= config.bin %> billing show --json --fields payments',
  ]
  static override fields = ['subscription', 'plan', 'payments']

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { subscription, plan, ...rest } = await client.billing.me()
    const data = { subscription: subscription ?? null, plan: plan ?? null, ...rest }
    return { data, text: (out) => billingText(out, data) }
  }
}
