/** Billing of an account as text: subscription, plan and payments. */
import type * as z from 'zod/mini'
import { changeRenewal } from '../../api/calls/subscription.ts'
import type { Client } from '../../api/client/client.ts'
import {
  type payment as paymentRecord,
  type planRecord,
  type subscription as subscriptionRecord,
  subscriptionState,
} from '../../api/contract/billing-records.ts'
import type { CommandContext } from '../../cli/command/context.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { type KeyValue, keyValueLines } from '../../cli/io/key-value-list.ts'
import { records, table } from '../../cli/io/table.ts'
import { KnownError } from '../../errors.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { priceOf } from './format-money.ts'

type Plan = z.output<typeof planRecord>
type Payment = z.output<typeof paymentRecord>
type Subscription = z.output<typeof subscriptionRecord>
type SubscriptionState = z.output<typeof subscriptionState>

export interface Billing {
  /** Currency of records that name none. */
  currency: string | undefined
  subscription: Subscription | null
  plan: Plan | null
  payments: Payment[]
}

/** A service without billing says so in its status, or answers every billing request with an error. */
export async function billingStatus(client: Client): Promise<{ configured: boolean }> {
  try {
    return await client.billing.status()
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_BILLING_NOT_CONFIGURED')
      return { configured: false }
    throw error
  }
}

/** Says which parts the service has none of; their absence is all that a pipe would show. */
export function missingBilling({
  subscription,
  payments,
}: Pick<Billing, 'subscription' | 'payments'>): string | undefined {
  if (subscription && payments.length > 0) return undefined
  if (subscription) return 'There are no payments.'
  return payments.length > 0
    ? 'There is no subscription.'
    : 'There is no subscription, and there are no payments.'
}

/** In a pipe, the first column is the type of the line: subscription, plan or payment. */
export function billingText(out: Channel, billing: Billing): string {
  if (!out.isTerminal) return billingRecords(out, billing)
  const { subscription, plan, payments, currency } = billing
  const paymentTable = table(
    out,
    ['PAYMENT', 'FOR', 'AMOUNT', 'STATUS', 'WHEN'],
    payments.map((payment) => paymentRow(out, payment, currency)),
  )
  return [
    subscription
      ? keyValueLines(out, subscriptionFacts(out, subscription, plan, currency))
      : 'There is no subscription.',
    '',
    paymentTable || 'There are no payments.',
  ].join('\n')
}

function billingRecords(out: Channel, { subscription, plan, payments, currency }: Billing): string {
  const rows: unknown[][] = []
  if (subscription) rows.push(['subscription', ...subscriptionRow(subscription)])
  if (plan) rows.push(['plan', plan.id, planPrice(plan, currency), plan.intervalDays])
  for (const payment of payments) rows.push(['payment', ...paymentRow(out, payment, currency)])
  return records(out, [], rows)
}

function subscriptionFacts(
  out: Channel,
  subscription: Subscription,
  plan: Plan | null,
  currency: string | undefined,
): KeyValue[] {
  const { planId, status, currentPeriodEnd } = subscription
  return [
    [
      'plan',
      [planId ?? plan?.id, plan && termsOf(plan, currency)].filter(Boolean).join(', ') || undefined,
    ],
    ['status', status],
    ['at period end', status === 'active' ? renewal(subscription) : undefined],
    ['period', currentPeriodEnd ? `ends ${formatTime(out, currentPeriodEnd)}` : undefined],
  ]
}

const subscriptionRow = (subscription: Subscription) => [
  subscription.id,
  subscription.planId,
  subscription.status,
  renewal(subscription),
  subscription.currentPeriodEnd,
]

const paymentRow = (out: Channel, payment: Payment, currency: string | undefined) => [
  payment.id,
  payment.bundleId ?? (payment.subscriptionId ? 'subscription' : ''),
  priceOf(payment, payment.amountKopeks, currency),
  payment.status,
  formatTime(out, payment.createdAt),
]

const renewal = ({ cancelAtPeriodEnd }: SubscriptionState) =>
  cancelAtPeriodEnd ? 'ends' : 'renews'

const planPrice = (plan: Plan, currency: string | undefined): string =>
  priceOf(plan, plan.priceKopeks, currency)

/** `490.00 RUB every 30 days`; omits the parts that the service does not give. */
function termsOf(plan: Plan, currency: string | undefined): string | undefined {
  const { intervalDays } = plan
  const every = intervalDays === undefined ? undefined : `every ${intervalDays} days`
  return [planPrice(plan, currency), every].filter(Boolean).join(' ') || undefined
}

/** `billing cancel` and `billing resume`. */
export const renewalCommand = (cancelAtPeriodEnd: boolean, done: string) => ({
  fields: subscriptionState,
  flags: dryRunFlag,
  run: async ({ openService }: CommandContext): Promise<CommandResult> =>
    subscriptionResult(await changeRenewal((await openService()).client, cancelAtPeriodEnd), done),
})

/** Result of `cancel`, `resume` and `revoke-consent`. */
export function subscriptionResult(
  subscription: SubscriptionState,
  message: string,
  more: object = {},
): CommandResult & { data: object } {
  const { id, status } = subscription
  return {
    data: { ...subscription, ...more },
    isProse: true,
    text: (out) =>
      out.isTerminal
        ? forTerminal(message)
        : records(out, ['ID', 'STATUS', 'RENEWAL'], [[id, status, renewal(subscription)]]),
    nextStep: 'topo billing show',
  }
}
