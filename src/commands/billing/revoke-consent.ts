import { subscriptionState } from '../../api/billing-records.ts'
import { subscriptionAnswer } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingRevokeConsent extends TopoCommand<typeof BillingRevokeConsent> {
  static override summary = 'Revoke the consent to recurring charges, and have the stored card deleted.'
  static override description =
    'The subscription ends with the paid period. It cannot be resumed: that takes a new subscription, with a new consent.'
  static override examples = [
    '<%= config.bin %> billing revoke-consent --dry-run',
    '<%= config.bin %> billing revoke-consent --yes --dry-run --json',
  ]
  static override fields = [...fieldsOf(subscriptionState), 'recurringConsent', 'revoked']
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const question =
      'Revoke the consent to recurring charges? The stored card is deleted, and this cannot be taken back without a new consent.'
    if (!(await this.confirm(question)))
      return { data: { revoked: false }, text: () => 'Nothing was revoked.' }
    const { subscription, recurringConsent } = await client.billing.revokeConsent()
    return subscriptionAnswer(
      subscription,
      'The consent is revoked and the card deleted. The subscription ends with the paid period; until then everything stays open.',
      { recurringConsent: recurringConsent ?? null, revoked: true },
    )
  }
}
