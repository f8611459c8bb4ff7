import { subscriptionState } from '../../api/billing-records.ts'
import { changeRenewal } from '../../api/calls/subscription.ts'
import { subscriptionResult } from '../../cli/billing/billing.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'

export default defineCommand({
  summary: 'Undo a cancellation, so that the subscription renews.',
  examples: ['topo billing resume --dry-run', 'topo billing resume --dry-run --json'],
  fields: fieldsOf(subscriptionState),
  flags: dryRunFlag,
  run: async ({ openService }) => {
    const { client } = await openService()
    return subscriptionResult(
      await changeRenewal(client, false),
      'Cancellation undone: the subscription renews and is charged at the end of the period.',
    )
  },
})
