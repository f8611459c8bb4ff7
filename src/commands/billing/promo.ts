import { string } from '@oclif/core/args'
import * as flag from '@oclif/core/flags'
import { promoAnswer, promoFields } from '../../cli/billing/promo.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingPromo extends TopoCommand<typeof BillingPromo> {
  static override summary = 'Show the discount of a promo code, without using it.'
  static override description = 'The exit code is 1 if the code is not valid; the output contains the reason.'
  static override examples = [
    '<%= config.bin %> billing promo SAVE20 --plan pro-month',
    '<%= config.bin %> billing promo FLAT100 --bundle kafka-cases --json',
  ]
  static override fields = promoFields
  static override args = {
    code: string({ required: true, ignoreStdin: true, description: 'Promo code.' }),
  }
  static override flags = {
    plan: flag.string({ helpValue: 'ID', exactlyOne: ['plan', 'bundle'], summary: 'Discount on this plan.' }),
    bundle: flag.string({
      helpValue: 'ID',
      exactlyOne: ['plan', 'bundle'],
      summary: 'Discount on this bundle.',
    }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { code } = this.arguments
    const { plan: planId, bundle: bundleId = '' } = this.flags
    const { client } = await this.service()
    const target =
      planId === undefined
        ? { target: 'bundle' as const, bundleId }
        : { target: 'subscription' as const, planId }
    const preview = await client.billing.validatePromo({ body: { code, ...target } })
    return promoAnswer(code, planId ?? bundleId, preview, planId !== undefined)
  }
}
