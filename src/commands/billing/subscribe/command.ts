import { checkout } from '../../../api/contract/billing-records.ts'
import { defineCommand } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { checkoutResult } from '../checkout.ts'
import { consentFlags, obtainConsent, policyPlace, requireConsent } from './consent.ts'

export default defineCommand({
  summary: 'Start a subscription: print the URL of the payment page.',
  description:
    'A subscription is charged every period, so you have to consent: at the prompt on a terminal, otherwise with --accept-recurring and --policy-version. --yes does not consent. Resumes a pending payment.',
  examples: [
    'topo billing subscribe pro-month --accept-recurring --policy-version 2026-01',
    'topo billing subscribe pro-year --promo SAVE20 --accept-recurring --policy-version 2026-01 --dry-run',
  ],
  fields: checkout,
  args: { plan: argument('Id of the plan, e.g. pro-month.') },
  flags: consentFlags,
  run: async ({ args, flags, terminal, chooseService, openService }) => {
    const { plan: planId } = args
    const choice = await chooseService()
    const policy = policyPlace(choice)
    requireConsent(flags, policy, terminal)
    const service = await openService()
    const { client } = service
    const consent = await obtainConsent(service, { planId, flags, policy }, terminal)
    const promo = flags.promo === undefined ? {} : { promoCode: flags.promo }
    const paid = await client.billing.subscribe({ body: { planId, consent, ...promo } })
    return checkoutResult(paid, { open: flags.open, terminal, webUrl: choice.webUrl?.value })
  },
})
