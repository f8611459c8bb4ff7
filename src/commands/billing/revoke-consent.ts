import { subscriptionState } from '../../api/billing-records.ts'
import { subscriptionAnswer } from '../../cli/billing/billing.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingRevokeConsent extends TopoCommand<typeof BillingRevokeConsent> {
  static override summary = 'Revoke consent to recurring charges and delete the stored card.'
  static override description =
    'The subscription ends with the paid period and cannot be resumed. To subscribe again, you give consent again.'
  static override examples = [
    '<%= config.bin %> billing revoke-consent --dry-run',
    '<%= config.bin %> billing revoke-consent --yes --dry-run --json',
  ]
  static override fields = [...fieldsOf(subscriptionState), 'recurringConsent', 'revoked']
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const question =
      'Revoke consent to recurring charges? This deletes the stored card. To undo it, you have to give consent again.'
    if (!(await this.confirm(question)))
      return { data: { revoked: false }, text: () => 'Nothing was revoked.' }
    const { subscription, recurringConsent } = await client.billing.revokeConsent()
    return subscriptionAnswer(
      subscription,
      'Revoked the consent and deleted the card. The subscription ends with the paid period. You keep full access until then.',
      { recurringConsent: recurringConsent ?? null, revoked: true },
    )
  }
}
