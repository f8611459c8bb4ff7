/** Consent to recurring charges: given by flags or by a person at a prompt, never by `--yes`. */
import type { Interfaces } from '@oclif/core'
import { boolean, string } from '@oclif/core/flags'
import type { Client } from '../../../api/client/client.ts'
import type { Consent } from '../../../api/contract/billing-records.ts'
import type { Transport } from '../../../api/transport/transport.ts'
import { confirm, promptText } from '../../../cli/io/prompts.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import type { Service } from '../../../cli/service/service.ts'
import type { ServiceChoice } from '../../../cli/service/settings.ts'
import { KnownError, refusedError, usageError } from '../../../errors.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { checkoutFlags } from '../checkout.ts'
import { currencyOf, priceOf } from '../format-money.ts'

export const consentFlags = {
  'accept-recurring': boolean({ summary: 'Consent to be charged every period.' }),
  'policy-version': string({
    helpValue: 'VERSION',
    summary: 'Version of the policy on recurring charges that you accept.',
  }),
  locale: string({
    summary: 'Language of the policy, e.g. en-US (default: from the environment).',
  }),
  ...checkoutFlags,
}

type ConsentFlags = Interfaces.InferredFlags<typeof consentFlags>

/**
 * Checks before anything is sent that consent was given or that topo can prompt for it.
 * @throws usage error `TOPO_NEEDS_CONSENT` that names each missing flag.
 */
export function requireConsent(flags: ConsentFlags, policy: string, terminal: Terminal): void {
  if (flags.locale?.trim() === '')
    throw usageError('--locale is empty.', { hint: 'Give one such as en-US.' })
  if (terminal.interactive) return
  const missing = [
    ...(flags['accept-recurring'] ? [] : ['--accept-recurring']),
    ...(flags['policy-version']?.trim() ? [] : ['--policy-version']),
  ]
  if (missing.length === 0) return
  throw usageError(
    `Nothing was ordered: a subscription has recurring charges, so it needs ${missing.join(' and ')}.`,
    {
      code: 'TOPO_NEEDS_CONSENT',
      hint: `Read ${policy}, then add ${missing
        .map((flag) => (flag === '--policy-version' ? `${flag} with its version` : flag))
        .join(' and ')}; --yes is not enough.`,
    },
  )
}

/** Names the place of the policy, as the object of a sentence: no endpoint of the service returns the policy. */
export const policyPlace = ({
  webUrl,
  address,
}: Pick<ServiceChoice, 'webUrl' | 'address'>): string =>
  `the policy on recurring charges in the web app${webUrl ? `, ${forTerminal(webUrl.value)},` : ` of ${address}`}`

export interface Order {
  readonly planId: string
  readonly flags: ConsentFlags
  /** Where the policy can be read. */
  readonly policy: string
}

/** @throws KnownError `TOPO_NEEDS_CONSENT` (exit 1) if the person says no; the error of `checkPlan`. */
export async function obtainConsent(
  service: Pick<Service, 'client' | 'transport'>,
  order: Order,
  terminal: Terminal,
): Promise<Consent> {
  const { planId, flags, policy } = order
  const isAccepted = flags['accept-recurring']
  const givenVersion = flags['policy-version']?.trim()
  if (!isAccepted || !givenVersion) {
    if (!flags['dry-run']) await checkPlan(service.transport, planId)
    const terms = isAccepted ? [] : [await charges(service.client, planId, flags.promo)]
    // The spinner would overwrite the lines.
    terminal.activity.end()
    terminal.err.line([...terms, `Read ${policy} first; it has a version.`].join('\n'))
  }

  const version = givenVersion || (await policyVersion(policy, terminal))
  const question = `Do you agree to these recurring charges, under version ${forTerminal(version)} of the policy?`
  if (!isAccepted && !(await confirm(terminal, question, false))) throw declined()
  return {
    acceptedRecurring: true,
    recurringPolicyVersion: version,
    locale: localeOf(flags.locale),
  }
}

/**
 * Checks that the service sells the plan, before topo prompts for consent. The service lists no plans, so topo sends
 * an order that refuses the charges. The service then answers 400 and orders nothing (rule 1 of *Billing*); another
 * answer means that the plan is unknown, or that something else prevents the order.
 * @throws KnownError the refusal of the service; `TOPO_ORDERED_WITHOUT_CONSENT` if it ordered the plan anyway.
 */
async function checkPlan(transport: Transport, planId: string): Promise<void> {
  const body = { planId, consent: { acceptedRecurring: false } }
  try {
    await transport.send({ method: 'POST', path: '/v1/billing/subscribe', body })
  } catch (error) {
    if (error instanceof KnownError && (error.status === 400 || error.status === 422)) return
    throw error
  }
  throw refusedError('The service ordered the plan although nobody agreed to its charges.', {
    code: 'TOPO_ORDERED_WITHOUT_CONSENT',
    hint: '"topo billing show" shows the order, "topo billing cancel" cancels it. Report this to the operators.',
  })
}

/** The service lists no plans. It gives the terms of a plan only after the account has started to order it. */
async function charges(client: Client, planId: string, promo: string | undefined): Promise<string> {
  const { plan } = await client.billing.me()
  const known = plan?.id === planId ? plan : undefined
  const { priceKopeks, intervalDays } = known ?? {}
  const amount = known && priceOf(known, priceKopeks, await currencyOf(client, [known]))
  const taken = [
    amount || 'the full price of the plan',
    intervalDays && `every ${intervalDays} days`,
  ]
  const unknown = [
    ...(amount ? [] : ['the price']),
    ...(amount && /\d$/.test(amount) ? ['the currency'] : []),
    ...(intervalDays === undefined ? ['the length of a period'] : []),
  ]
  return [
    `Subscribing to ${forTerminal(planId)} means recurring charges: ${forTerminal(taken.filter(Boolean).join(' '))} is taken`,
    'from your card now and again for every further period, until you run topo billing cancel.',
    ...(promo === undefined ? [] : ['The promo code lowers the first payment only.']),
    ...(unknown.length === 0
      ? []
      : [`The payment page and the web app show ${unknown.join(' and ')}.`]),
  ].join('\n')
}

async function policyVersion(policy: string, terminal: Terminal): Promise<string> {
  const version = await promptText(
    terminal,
    'Version of the policy on recurring charges that you have read',
    '--policy-version',
  )
  if (version !== '') return version
  throw usageError('Nothing was ordered: consent needs the version of the policy.', {
    code: 'TOPO_NEEDS_CONSENT',
    hint: `Read ${policy}, then give its version with --policy-version.`,
  })
}

const declined = () =>
  refusedError('Nothing was ordered: the recurring charges were not accepted.', {
    code: 'TOPO_NEEDS_CONSENT',
    hint: 'Run the command again if you want to accept them.',
  })

/** Removes private subtags: `de_AT@euro` becomes `de-AT-x-lvariant-euro`, which Intl itself rejects. */
const localeOf = (given: string | undefined): string =>
  given?.trim() ||
  Intl.DateTimeFormat()
    .resolvedOptions()
    .locale.replace(/-[a-z0-9]-.*$/i, '')
