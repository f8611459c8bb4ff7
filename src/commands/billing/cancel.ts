import { subscriptionState } from '../../api/billing-records.ts'
import { changeRenewal } from '../../api/calls/subscription.ts'
import { subscriptionResult } from '../../cli/billing/billing.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'

export default defineCommand({
  summary: 'Cancel the subscription at the end of the paid period.',
  description: 'You keep full access until then. "billing resume" undoes the cancellation.',
  examples: ['topo billing cancel --dry-run', 'topo billing cancel --dry-run --json'],
  fields: fieldsOf(subscriptionState),
  flags: dryRunFlag,
  run: async ({ openService }) => {
    const { client } = await openService()
    return subscriptionResult(
      await changeRenewal(client, true),
      'The subscription ends with the paid period and is not charged again. You keep full access until then.',
    )
  },
})
