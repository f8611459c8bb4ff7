import { revokeConsent } from '../../api/calls/subscription.ts'
import { subscriptionState } from '../../api/contract/billing-records.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { subscriptionResult } from './billing.ts'

export default defineCommand({
  summary: 'Revoke consent to recurring charges and delete the stored card.',
  description:
    'The subscription ends with the paid period and cannot be resumed. To subscribe again, you give consent again.',
  examples: [
    'topo billing revoke-consent --dry-run',
    'topo billing revoke-consent --yes --dry-run --json',
  ],
  fields: [...Object.keys(subscriptionState.shape), 'recurringConsent', 'revoked'],
  flags: dryRunFlag,
  run: async ({ openService, confirm }) => {
    const { client } = await openService()
    const question =
      'Revoke consent to recurring charges? This deletes the stored card. To undo it, you have to give consent again.'
    if (!(await confirm(question)))
      return { data: { revoked: false }, text: () => 'Nothing was revoked.' }
    const { subscription, recurringConsent } = await revokeConsent(client)
    return subscriptionResult(
      subscription,
      'Revoked the consent and deleted the card. The subscription ends with the paid period. You keep full access until then.',
      { recurringConsent, revoked: true },
    )
  },
})
