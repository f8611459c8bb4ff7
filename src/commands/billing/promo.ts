import { string } from '@oclif/core/args'
import * as flag from '@oclif/core/flags'
import { promoAnswer, promoFields } from '../../cli/billing/promo.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'

export default class BillingPromo extends TopoCommand<typeof BillingPromo> {
  static override summary = 'What a promo code would take off. Nothing is reserved or spent.'
  static override description = 'Exit code 1 says that the code does not hold, and the answer says why.'
  static override examples = [
    '<%= config.bin %> billing promo SAVE20 --plan pro-month',
    '<%= config.bin %> billing promo FLAT100 --bundle kafka-cases --json',
  ]
  static override fields = promoFields
  static override args = {
    code: string({ required: true, ignoreStdin: true, description: 'The promo code.' }),
  }
  static override flags = {
    plan: flag.string({ helpValue: 'ID', exactlyOne: ['plan', 'bundle'], summary: 'For this plan.' }),
    bundle: flag.string({ helpValue: 'ID', exactlyOne: ['plan', 'bundle'], summary: 'For this bundle.' }),
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
