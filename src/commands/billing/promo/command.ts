import * as flag from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { currencyOf } from '../format-money.ts'
import { promoFields, promoResult } from './promo.ts'

export default defineCommand({
  summary: 'Show the discount of a promo code, without using it.',
  description: 'The exit code is 1 if the code is not valid; the output contains the reason.',
  examples: [
    'topo billing promo SAVE20 --plan pro-month',
    'topo billing promo FLAT100 --bundle kafka-cases --json',
  ],
  fields: promoFields,
  args: { code: argument('Promo code.') },
  flags: {
    plan: flag.string({
      helpValue: 'ID',
      exactlyOne: ['plan', 'bundle'],
      summary: 'Discount on this plan.',
    }),
    bundle: flag.string({
      helpValue: 'ID',
      exactlyOne: ['plan', 'bundle'],
      summary: 'Discount on this bundle.',
    }),
  },
  run: async ({ args, flags, openService }) => {
    const { code } = args
    const { plan: planId, bundle: bundleId = '' } = flags
    const { client } = await openService()
    const target =
      planId === undefined
        ? { target: 'bundle' as const, bundleId }
        : { target: 'subscription' as const, planId }
    const preview = await client.billing.validatePromo({ body: { code, ...target } })
    const currency = await currencyOf(client, preview.valid ? [preview] : [])
    return promoResult(preview, {
      code,
      product: planId ?? bundleId,
      isRecurring: planId !== undefined,
      currency,
    })
  },
})
