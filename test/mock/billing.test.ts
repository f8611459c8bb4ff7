/** Billing: consent, checkouts, promo codes, and subscriptions over time. */
import { describe, expect, test } from 'vitest'
import { settlePayment } from '../../src/mock/billing/payments.ts'
import { discount, rejectionReason } from '../../src/mock/billing/promo.ts'
import type { PaymentRow, SubscriptionRow } from '../../src/mock/database/rows.ts'
import { type TestService, testService } from './service.ts'

const day = 86_400
const consent = {
  acceptedRecurring: true as const,
  recurringPolicyVersion: '2026-01',
  locale: 'en',
}
const month = { planId: 'pro-month', consent }
const year = { planId: 'pro-year', consent }
const kafka = { bundleId: 'kafka-cases' }

const subscriptionsIn = ({ database }: TestService): SubscriptionRow[] =>
  database.subscriptions.all()
const paymentsIn = ({ database }: TestService): PaymentRow[] => database.payments.all()

/** Alice subscribes, and the payment is settled. */
async function subscribed(body: typeof month & { promoCode?: string } = month) {
  const service = testService()
  const alice = service.as('alice')
  const { paymentId } = await alice.billing.subscribe({ body })
  settlePayment(service.database, paymentId, 'succeeded')
  return { service, alice }
}

describe('consent', () => {
  test('is required by the types of the client', () => {
    const { billing } = testService().as('alice')
    type Sent = NonNullable<Parameters<typeof billing.subscribe>[0]>['body']
    const bodies: Sent[] = [
      month,
      // @ts-expect-error: consent is missing
      { planId: 'pro-month' },
      // @ts-expect-error: consent is not accepted
      { planId: 'pro-month', consent: { ...consent, acceptedRecurring: false } },
    ]
    expect(bodies).toHaveLength(3)
  })

  test('is stored before there is a payment', async () => {
    const service = testService()
    const order: string[] = []
    service.database.onCommit = (changes) => void order.push(...changes.map(({ table }) => table))
    await service.as('alice').billing.subscribe({ body: month })
    expect(order.filter((table) => table !== 'counters')).toEqual([
      'consents',
      'subscriptions',
      'payments',
    ])
  })

  test('that is revoked twice changes nothing more', async () => {
    const { service, alice } = await subscribed()
    await alice.billing.revokeConsent()
    const [given] = service.database.consents.all()
    await alice.billing.revokeConsent()
    expect(service.database.consents.all()).toEqual([given])
  })
})

describe('a checkout', () => {
  test('of another plan fails first, and its promo code can be used at once', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    await billing.subscribe({ body: { ...month, promoCode: 'SAVE20' } })
    const bundle = await billing.purchaseBundle({ body: kafka })
    const second = await billing.subscribe({ body: { ...year, promoCode: 'SAVE20' } })
    expect(paymentsIn(service)).toMatchObject([
      { status: 'failed', amountKopeks: 39_200 },
      { status: 'pending', id: bundle.paymentId },
      { status: 'pending', amountKopeks: 392_000, id: second.paymentId },
    ])
    expect(subscriptionsIn(service)).toMatchObject([
      { status: 'ended', planId: 'pro-month' },
      { status: 'pending', planId: 'pro-year', id: second.subscriptionId },
    ])
  })

  test('that is refused does not change the pending one of another plan', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    await billing.subscribe({ body: { ...month, promoCode: 'SAVE20' } })
    const before = service.database.snapshot()
    await expect(billing.subscribe({ body: { ...year, promoCode: 'OLD' } })).rejects.toThrow()
    expect(service.database.snapshot()).toEqual(before)
  })
})

describe('a promo code', () => {
  test('stays used when the payment succeeds', async () => {
    const { alice } = await subscribed({ ...month, promoCode: 'SAVE20' })
    const again = alice.billing.purchaseBundle({ body: { ...kafka, promoCode: 'SAVE20' } })
    await expect(again).rejects.toMatchObject({ details: { reason: 'already_used' } })
  })

  test('has the first rejection reason of the document', () => {
    const { database } = testService()
    const alice = database.users.by('username', 'alice')[0]?.id as string
    const cures = [
      ['inactive', { active: true }],
      ['not_started', { startsAt: '2000-01-01T00:00:00.000Z' }],
      ['expired', { endsAt: '2999-01-01T00:00:00.000Z' }],
      ['exhausted', { uses: 2 }],
      ['wrong_target', { targets: ['subscription', 'bundle'] }],
      ['already_used', { code: 'FRESH' }],
    ] as const
    let promo: Parameters<typeof rejectionReason>[2] = {
      code: 'ONCE',
      discountType: 'percent',
      discountValue: 1,
      targets: ['subscription'],
      active: false,
      startsAt: '2998-01-01T00:00:00.000Z',
      endsAt: '2001-01-01T00:00:00.000Z',
      uses: 1,
    }
    for (const [reason, cure] of cures) {
      expect(rejectionReason(database, alice, promo, 'bundle')).toBe(reason)
      promo = { ...promo, ...cure }
    }
    expect(rejectionReason(database, alice, promo, 'bundle')).toBeUndefined()
  })

  test.each([
    ['percent', 20, 999, 199],
    ['percent', 100, 999, 999],
    ['fixed', 500, 999, 500],
    ['fixed', 1000, 999, 999],
  ] as const)(
    '%s %d discounts %d by whole kopeks, at most to zero: %d',
    (discountType, discountValue, price, off) => {
      expect(discount({ discountType, discountValue }, price)).toBe(off)
    },
  )
})

describe('a payment', () => {
  test('that fails ends the subscription; the next checkout creates a new one', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const first = await billing.subscribe({ body: month })
    settlePayment(service.database, first.paymentId, 'failed')
    const { subscription, plan, payments } = await billing.me()
    expect([subscription, plan, payments]).toMatchObject([null, null, [{ status: 'failed' }]])
    const second = await billing.subscribe({ body: month })
    for (const id of ['paymentId', 'subscriptionId', 'orderId'] as const) {
      expect(second[id]).not.toBe(first[id])
    }
  })

  test('is settled once', async () => {
    const service = testService()
    const { paymentId } = await service.as('alice').billing.subscribe({ body: month })
    const settled = settlePayment(service.database, paymentId, 'succeeded')
    expect(settled).toMatchObject({ id: paymentId, status: 'succeeded' })
    const before = service.database.snapshot()
    expect(settlePayment(service.database, paymentId, 'succeeded')).toEqual(settled)
    const refused = (id: string) => {
      try {
        return settlePayment(service.database, id, 'failed')
      } catch (error) {
        return error
      }
    }
    expect(refused(paymentId)).toMatchObject({ status: 409, body: { error: 'already_settled' } })
    expect(refused('nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } })
    expect(service.database.snapshot()).toEqual(before)
  })
})

describe('a subscription at the end of its period', () => {
  test('renews at the full price, once for every period', async () => {
    const { service, alice } = await subscribed({ ...month, promoCode: 'SAVE20' })
    const state = async () => {
      const { subscription, payments } = await alice.billing.me()
      return [
        subscription?.currentPeriodEnd?.slice(0, 10),
        payments.map(({ amountKopeks, createdAt }) => [amountKopeks, createdAt?.slice(0, 10)]),
      ]
    }
    const first = [39_200, '2026-03-01']
    service.advance(30 * day - 1)
    expect(await state()).toEqual(['2026-03-31', [first]])
    service.advance(1)
    expect(await state()).toEqual(['2026-04-30', [[49_000, '2026-03-31'], first]])
    expect(await state()).toEqual(['2026-04-30', [[49_000, '2026-03-31'], first]])
    service.advance(65 * day)
    const later = [
      [49_000, '2026-05-30'],
      [49_000, '2026-04-30'],
      [49_000, '2026-03-31'],
    ]
    expect(await state()).toEqual(['2026-06-29', [...later, first]])
    expect(paymentsIn(service).every(({ status }) => status === 'succeeded')).toBe(true)
  })

  test('renews without being read: a second subscription is refused', async () => {
    const { service, alice } = await subscribed()
    service.advance(31 * day)
    const second = alice.billing.subscribe({ body: month })
    await expect(second).rejects.toMatchObject({ details: { error: 'already_subscribed' } })
  })

  test('has ended for revocation and cancellation, too', async () => {
    const { service, alice } = await subscribed()
    await alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: true } })
    service.advance(30 * day)
    const resumed = alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: false } })
    await expect(resumed).rejects.toMatchObject({ status: 404 })
    await expect(alice.billing.revokeConsent()).rejects.toMatchObject({ status: 404 })
  })

  test('limits its renewals when the clock jumps far ahead', async () => {
    const { service, alice } = await subscribed()
    service.advance(30 * day * 5000)
    const { subscription, payments } = await alice.billing.me()
    const end = Date.parse(subscription?.currentPeriodEnd ?? '')
    expect(end).toBe(Date.parse('2026-03-31T12:00:00.000Z') + 30 * day * 5000 * 1000)
    expect(payments[0]?.createdAt).toBe(new Date(end - 30 * day * 1000).toISOString())
    expect(paymentsIn(service)).toHaveLength(1001)
  })

  test('dates a renewal by its due time', async () => {
    const { service, alice } = await subscribed()
    service.advance(40 * day)
    await alice.billing.purchaseBundle({ body: kafka })
    const amounts = (await alice.billing.me()).payments.map(({ amountKopeks }) => amountKopeks)
    expect(amounts).toEqual([99_000, 49_000, 49_000])
    expect((await alice.billing.me()).payments[1]?.createdAt).toBe('2026-03-31T12:00:00.000Z')
  })
})
