/** Billing: consent, checkouts, promo codes, and subscriptions over time. */
import { describe, expect, test } from 'vitest'
import { KnownError } from '../../src/errors.ts'
import { settlePayment } from '../../src/mock/billing/payments.ts'
import { discount, rejectionReason } from '../../src/mock/billing/promo.ts'
import type { ConsentRow, PaymentRow, SubscriptionRow } from '../../src/mock/database/rows.ts'
import { type TestService, testService } from './service.ts'

const day = 86_400
const uuidShape = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)
const consent = { acceptedRecurring: true as const, recurringPolicyVersion: '2026-01', locale: 'en' }
const month = { planId: 'pro-month', consent }
const year = { planId: 'pro-year', consent }
const kafka = { bundleId: 'kafka-cases' }

async function refusal(promise: Promise<unknown>): Promise<KnownError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof KnownError)) throw new Error(`expected a KnownError, got ${String(error)}`)
  return error
}

/** Raw request as alice: its status and body. */
async function ask(service: TestService, method: string, path: string, body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await service.request(`/v1/billing/${path}`, { ...init, key: 'ca_demo_alice' })
  return { status: response.status, body: await response.json() }
}

const subscriptionsIn = ({ database }: TestService): SubscriptionRow[] => database.subscriptions.all()
const consentsIn = ({ database }: TestService): ConsentRow[] => database.consents.all()
const paymentsIn = ({ database }: TestService): PaymentRow[] => database.payments.all()
const promoUsesIn = ({ database }: TestService): string[] => database.promoUses.all().map(({ code }) => code)

/** Subscribes and settles the payment. */
async function subscribed(
  service: TestService,
  client: ReturnType<TestService['as']>,
  body: typeof month & { promoCode?: string },
) {
  const { paymentId } = await client.billing.subscribe({ body })
  settlePayment(service.database, paymentId, 'succeeded')
}

describe('the payment provider', () => {
  test.each(['bank', 'widget'] as const)('%s is configured', async (provider) => {
    expect(await testService({ provider }).as('').billing.status()).toEqual({ configured: true })
  })

  test('none answers the status, and 503 to all other requests after authentication', async () => {
    const service = testService({ provider: 'none' })
    expect(await service.as('').billing.status()).toEqual({ configured: false })
    expect((await service.request('/v1/billing/bundles')).status).toBe(503)
    const others = [
      ['GET', 'bundles'],
      ['GET', 'me'],
      ['POST', 'subscribe'],
      ['POST', 'purchase-bundle'],
      ['POST', 'promo/validate'],
      ['POST', 'consent/revoke'],
      ['PATCH', 'subscription'],
    ] as const
    for (const [method, path] of others) {
      const malformed = method === 'GET' ? undefined : { nonsense: true }
      const answer = await ask(service, method, path, malformed)
      expect(answer, path).toMatchObject({ status: 503, body: { error: 'billing_not_configured' } })
      if (path === 'bundles') continue
      expect((await service.request(`/v1/billing/${path}`, { method })).status, path).toBe(401)
    }
    const error = await refusal(service.as('alice').billing.me())
    expect(error).toMatchObject({ code: 'TOPO_BILLING_NOT_CONFIGURED', exitCode: 1 })
  })

  test('a bank returns an order and the URL of its payment page', async () => {
    const alice = testService().as('alice')
    const subscription = await alice.billing.subscribe({ body: month })
    expect(subscription).toEqual({
      subscriptionId: uuidShape,
      paymentId: uuidShape,
      orderId: uuidShape,
      paymentUrl: `https://pay.example.com/orders/${subscription.orderId}`,
    })
    const bundle = await alice.billing.purchaseBundle({ body: kafka })
    expect(Object.keys(bundle).sort()).toEqual(['orderId', 'paymentId', 'paymentUrl'])
    expect(bundle.orderId).not.toBe(subscription.orderId)
  })

  test('a widget returns its parameters instead', async () => {
    const alice = testService({ provider: 'widget' }).as('alice')
    const subscription = await alice.billing.subscribe({ body: { ...month, promoCode: 'SAVE20' } })
    expect(Object.keys(subscription).sort()).toEqual(['paymentId', 'subscriptionId', 'widget'])
    expect(subscription.widget).toMatchObject({ amountKopeks: 39_200, currency: 'RUB', recurrent: true })
    const bundle = await alice.billing.purchaseBundle({ body: kafka })
    expect(Object.keys(bundle).sort()).toEqual(['paymentId', 'widget'])
    expect(bundle.widget).toMatchObject({ amountKopeks: 99_000, invoiceId: uuidShape, recurrent: false })
  })
})

describe('consent', () => {
  test.each([
    ['none', undefined],
    ['null', null],
    ['a text', 'yes'],
    ['true', true],
    ['a list', [true]],
    ['an empty one', {}],
    ['one without acceptedRecurring', { recurringPolicyVersion: '1', locale: 'en' }],
    ['one that is false', { ...consent, acceptedRecurring: false }],
    ['one that is "true"', { ...consent, acceptedRecurring: 'true' }],
    ['one that is 1 and malformed', { acceptedRecurring: 1, locale: 2 }],
  ])('%s: 400, and nothing is created', async (_what, sent) => {
    const service = testService()
    const before = service.database.snapshot()
    expect(await ask(service, 'POST', 'subscribe', { ...month, consent: sent })).toEqual({
      status: 400,
      body: { error: 'consent_required', message: expect.any(String) },
    })
    expect(service.database.snapshot()).toEqual(before)
  })

  test.each([
    [{ acceptedRecurring: true, locale: 'en' }, ['consent', 'recurringPolicyVersion']],
    [{ ...consent, recurringPolicyVersion: 1 }, ['consent', 'recurringPolicyVersion']],
    [{ acceptedRecurring: true, recurringPolicyVersion: '1' }, ['consent', 'locale']],
    [{ ...consent, path: 7 }, ['consent', 'path']],
  ])('%j is accepted but malformed: 422', async (sent, path) => {
    const service = testService()
    const answer = await ask(service, 'POST', 'subscribe', { ...month, consent: sent })
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      error: 'validation_failed',
      issues: [{ path, message: expect.any(String) }],
    })
    expect(consentsIn(service)).toEqual([])
  })

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

  test('is stored with user, time and version before there is a payment', async () => {
    const service = testService()
    const order: string[] = []
    service.database.onCommit = (changes) => void order.push(...changes.map(({ table }) => table))
    await service.as('alice').billing.subscribe({ body: { ...month, consent: { ...consent, path: '/pay' } } })
    expect(order.filter((table) => table !== 'counters')).toEqual(['consents', 'subscriptions', 'payments'])
    const [given] = consentsIn(service)
    const [payment] = paymentsIn(service)
    expect(given).toMatchObject({
      policyVersion: '2026-01',
      locale: 'en',
      path: '/pay',
      userId: payment?.userId,
      revokedAt: null,
    })
    expect(given?.at && payment && given.at < payment.createdAt).toBe(true)
  })
})

describe('a checkout', () => {
  test.each([
    ['subscribe', {}],
    ['subscribe', { consent }],
    ['subscribe', { ...month, planId: 1 }],
    ['subscribe', { ...month, promoCode: 1 }],
    ['subscribe', []],
    ['purchase-bundle', {}],
    ['purchase-bundle', { bundleId: null }],
    ['purchase-bundle', { ...kafka, promoCode: {} }],
  ])('%s %j is malformed', async (path, body) => {
    const answer = await ask(testService(), 'POST', path, body)
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed'])
  })

  test('of an unknown plan or bundle is a 404', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const attempts = [
      billing.subscribe({ body: { ...month, planId: 'kafka-cases' } }),
      billing.purchaseBundle({ body: { bundleId: 'pro-month' } }),
    ]
    for (const attempt of attempts) expect(await refusal(attempt)).toMatchObject({ status: 404 })
    expect(consentsIn(service)).toEqual([])
  })

  test('that is pending is reused: same discount for any promo code, a new consent', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const first = await billing.subscribe({ body: { ...month, promoCode: 'SAVE20' } })
    for (const promoCode of ['SAVE20', 'FLAT100', 'NONSENSE', undefined]) {
      const newer = { ...consent, recurringPolicyVersion: '2026-02' }
      const body = { ...month, consent: newer, ...(promoCode === undefined ? {} : { promoCode }) }
      expect(await billing.subscribe({ body })).toEqual(first)
    }
    expect(paymentsIn(service)).toMatchObject([{ amountKopeks: 39_200, promoCode: 'SAVE20' }])
    expect(subscriptionsIn(service)).toHaveLength(1)
    expect(promoUsesIn(service)).toEqual(['ONCE', 'SAVE20'])
    const versions = consentsIn(service).map(({ policyVersion }) => policyVersion)
    expect(versions).toEqual(['2026-01', '2026-02', '2026-02', '2026-02', '2026-02'])
    expect((await ask(service, 'POST', 'subscribe', { planId: 'pro-month' })).status).toBe(400)
  })

  test('of a bundle is reused, each bundle separately', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const databases = { bundleId: 'databases-cases' }
    const first = await billing.purchaseBundle({ body: { ...kafka, promoCode: 'FLAT100' } })
    const other = await billing.purchaseBundle({ body: databases })
    expect(other.paymentId).not.toBe(first.paymentId)
    expect(await billing.purchaseBundle({ body: { ...kafka, promoCode: 'SUBONLY' } })).toEqual(first)
    expect(await billing.purchaseBundle({ body: databases })).toEqual(other)
    const amounts = paymentsIn(service).map(({ amountKopeks, status }) => [amountKopeks, status])
    expect(amounts).toEqual([
      [89_000, 'pending'],
      [129_000, 'pending'],
    ])
    const bobs = await service.as('bob').billing.purchaseBundle({ body: kafka })
    expect(bobs.paymentId).not.toBe(first.paymentId)
  })

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
    await refusal(billing.subscribe({ body: { ...year, promoCode: 'OLD' } }))
    expect(service.database.snapshot()).toEqual(before)
  })

  test('is atomic', async () => {
    const service = testService()
    const before = service.database.snapshot()
    service.database.onCommit = () => {
      throw new Error('the disk is full')
    }
    expect(await refusal(service.as('alice').billing.subscribe({ body: month }))).toMatchObject({
      status: 500,
    })
    expect(service.database.snapshot()).toEqual(before)
  })
})

describe('a promo code', () => {
  test.each([
    ['subscribe', 'SOON', 'not_started'],
    ['subscribe', 'OLD', 'expired'],
    ['subscribe', 'USEDUP', 'exhausted'],
    ['subscribe', 'OFF', 'inactive'],
    ['subscribe', 'ONCE', 'already_used'],
    ['subscribe', 'NONSENSE', 'not_found'],
    ['subscribe', 'save20', 'not_found'],
    ['subscribe', '', 'not_found'],
    ['purchase-bundle', 'SUBONLY', 'wrong_target'],
    ['purchase-bundle', 'OLD', 'expired'],
  ])('%s with "%s" is rejected: %s, and nothing is created', async (path, promoCode, reason) => {
    const service = testService()
    const before = service.database.snapshot()
    const answer = await ask(service, 'POST', path, { ...month, ...kafka, promoCode })
    expect(answer).toEqual({ status: 400, body: { error: 'promo_rejected', reason } })
    expect(service.database.snapshot()).toEqual(before)
  })

  test('is used by its payment, once per user, and released when the payment fails', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const withCode = { body: { ...kafka, promoCode: 'SAVE20' } }
    const { paymentId } = await billing.subscribe({ body: { ...month, promoCode: 'SAVE20' } })
    const again = await refusal(billing.purchaseBundle(withCode))
    expect(again).toMatchObject({ status: 400, details: { reason: 'already_used' } })
    await service.as('bob').billing.purchaseBundle(withCode)
    settlePayment(service.database, paymentId, 'failed')
    await billing.purchaseBundle(withCode)
    expect(promoUsesIn(service).filter((code) => code === 'SAVE20')).toHaveLength(2)
  })

  test('stays used when the payment succeeds', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, { ...month, promoCode: 'SAVE20' })
    const again = await refusal(alice.billing.purchaseBundle({ body: { ...kafka, promoCode: 'SAVE20' } }))
    expect(again.details).toMatchObject({ reason: 'already_used' })
  })

  test.each([
    [{ code: 'SAVE20', target: 'subscription', planId: 'pro-month' }, 'percent', 20, 49_000, 9800],
    [{ code: 'SAVE20', target: 'bundle', bundleId: 'kafka-cases' }, 'percent', 20, 99_000, 19_800],
    [{ code: 'FLAT100', target: 'bundle', bundleId: 'databases-cases' }, 'fixed', 10_000, 129_000, 10_000],
    [{ code: 'SUBONLY', target: 'subscription', planId: 'pro-year' }, 'percent', 10, 490_000, 49_000],
    // Plan and bundle are optional.
    [{ code: 'SAVE20', target: 'subscription' }, 'percent', 20, 49_000, 9800],
    [{ code: 'SAVE20', target: 'bundle' }, 'percent', 20, 99_000, 19_800],
  ] as const)('is previewed: %j', async (body, discountType, discountValue, original, off) => {
    const service = testService()
    const before = service.database.snapshot()
    const { billing } = service.as('alice')
    const expected = {
      valid: true,
      code: body.code,
      discountType,
      discountValue,
      originalAmountKopeks: original,
      discountKopeks: off,
      finalAmountKopeks: original - off,
    }
    expect(await billing.validatePromo({ body })).toEqual(expected)
    expect(await billing.validatePromo({ body })).toEqual(expected)
    expect(service.database.snapshot()).toEqual(before)
  })

  test.each([
    ['SOON', 'not_started'],
    ['OLD', 'expired'],
    ['USEDUP', 'exhausted'],
    ['OFF', 'inactive'],
    ['SUBONLY', 'wrong_target'],
    ['ONCE', 'already_used'],
    ['once', 'not_found'],
    ['', 'not_found'],
  ])('"%s" is previewed as %s, with 200', async (code, reason) => {
    const body = { code, target: 'bundle', bundleId: 'kafka-cases' }
    const answer = await ask(testService(), 'POST', 'promo/validate', body)
    expect(answer).toEqual({ status: 200, body: { valid: false, reason } })
  })

  test('ONCE is spent by alice only', async () => {
    const body = { code: 'ONCE', target: 'bundle', ...kafka } as const
    expect(await testService().as('bob').billing.validatePromo({ body })).toMatchObject({ valid: true })
  })

  test.each([
    [{ code: 'SAVE20', target: 'course' }, ['target']],
    [{ target: 'bundle', bundleId: 'kafka-cases' }, ['code']],
  ])('%j cannot be previewed: 422', async (body, path) => {
    const answer = await ask(testService(), 'POST', 'promo/validate', body)
    expect(answer).toMatchObject({ status: 422, body: { error: 'validation_failed', issues: [{ path }] } })
  })

  test.each([
    [{ code: 'SAVE20', target: 'subscription', planId: 'kafka-cases' }, 'wrong_target'],
    [{ code: 'NONSENSE', target: 'bundle', bundleId: 'pro-month' }, 'not_found'],
  ])('%j with an unknown plan or bundle is a 200', async (body, reason) => {
    const answer = await ask(testService(), 'POST', 'promo/validate', body)
    expect(answer).toEqual({ status: 200, body: { valid: false, reason } })
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
  test('that succeeds starts the only subscription', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    expect(await alice.billing.me()).toEqual({
      subscription: {
        id: uuidShape,
        planId: 'pro-month',
        status: 'active',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: '2026-03-31T12:00:00.000Z',
      },
      plan: { id: 'pro-month', priceKopeks: 49_000, intervalDays: 30 },
      payments: [expect.objectContaining({ id: uuidShape, amountKopeks: 49_000, status: 'succeeded' })],
    })
    expect(subscriptionsIn(service)[0]?.cardToken).toMatch(/^card_/)
    const before = service.database.snapshot()
    for (const body of [month, year]) {
      const error = await refusal(alice.billing.subscribe({ body }))
      expect(error).toMatchObject({ status: 409, exitCode: 6, details: { error: 'already_subscribed' } })
    }
    expect(service.database.snapshot()).toEqual(before)
  })

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

  test('for a bundle makes the buyer its owner and opens the access gate', async () => {
    const service = testService()
    const bob = service.as('bob')
    const mayRead = async () =>
      (await bob.scripts.get({ params: { idOrSlug: 'kafka-at-scale' } })).item.userCanAccess
    const { paymentId } = await bob.billing.purchaseBundle({ body: kafka })
    expect(await mayRead()).toBe(false)
    settlePayment(service.database, paymentId, 'succeeded')
    expect(await mayRead()).toBe(true)
    for (const user of ['bob', 'erin']) {
      const error = await refusal(service.as(user).billing.purchaseBundle({ body: kafka }))
      expect(error).toMatchObject({ status: 409, details: { error: 'already_owned' } })
    }
    expect(await bob.billing.purchaseBundle({ body: { bundleId: 'databases-cases' } })).toBeTruthy()
  })

  test('for a bundle that fails grants nothing', async () => {
    const service = testService()
    const bob = service.as('bob')
    const { paymentId } = await bob.billing.purchaseBundle({ body: kafka })
    settlePayment(service.database, paymentId, 'failed')
    expect((await bob.scripts.get({ params: { idOrSlug: 'kafka-at-scale' } })).item.userCanAccess).toBe(false)
    expect((await bob.billing.purchaseBundle({ body: kafka })).paymentId).not.toBe(paymentId)
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
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, { ...month, promoCode: 'SAVE20' })
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
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    service.advance(31 * day)
    const error = await refusal(alice.billing.subscribe({ body: month }))
    expect(error.details).toMatchObject({ error: 'already_subscribed' })
  })

  test('ends if cancelled, and another one can start', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    await alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: true } })
    service.advance(30 * day - 1)
    expect((await alice.billing.me()).subscription).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    })
    service.advance(1)
    const { subscription, plan, payments } = await alice.billing.me()
    expect([subscription, plan, payments.length]).toEqual([null, null, 1])
    expect(subscriptionsIn(service)).toMatchObject([{ status: 'ended', cardToken: null }])
    await subscribed(service, alice, year)
    expect((await alice.billing.me()).plan?.id).toBe('pro-year')
  })

  test('has ended for revocation and cancellation, too', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    await alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: true } })
    service.advance(30 * day)
    const attempts = [
      alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: false } }),
      alice.billing.revokeConsent(),
    ]
    for (const attempt of attempts) expect(await refusal(attempt)).toMatchObject({ status: 404 })
  })

  test('limits its renewals when the clock jumps far ahead', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    service.advance(30 * day * 5000)
    const { subscription, payments } = await alice.billing.me()
    const end = Date.parse(subscription?.currentPeriodEnd ?? '')
    expect(end).toBe(Date.parse('2026-03-31T12:00:00.000Z') + 30 * day * 5000 * 1000)
    expect(payments[0]?.createdAt).toBe(new Date(end - 30 * day * 1000).toISOString())
    expect(paymentsIn(service)).toHaveLength(1001)
  })
})

describe('cancelling', () => {
  test('stops the renewal, and resuming restores it', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    const { id } = subscriptionsIn(service)[0] as SubscriptionRow
    for (const cancelAtPeriodEnd of [true, true, false]) {
      const answer = await alice.billing.updateSubscription({ body: { cancelAtPeriodEnd } })
      expect(answer).toEqual({ subscription: { id, cancelAtPeriodEnd, status: 'active' } })
    }
    service.advance(30 * day)
    expect((await alice.billing.me()).payments).toHaveLength(2)
  })

  test('needs an active subscription, like revoking', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const cancel = { body: { cancelAtPeriodEnd: true } }
    for (const pending of [false, true]) {
      if (pending) await billing.subscribe({ body: month })
      expect(await refusal(billing.updateSubscription(cancel))).toMatchObject({ status: 404 })
      expect(await refusal(billing.revokeConsent())).toMatchObject({ status: 404 })
    }
    expect(consentsIn(service)).toMatchObject([{ revokedAt: null }])
  })

  test.each([{}, { cancelAtPeriodEnd: 'true' }, { cancelAtPeriodEnd: null }])(
    '%j is malformed',
    async (body) => {
      expect((await ask(testService(), 'PATCH', 'subscription', body)).status).toBe(422)
    },
  )
})

describe('revoking the consent', () => {
  test('ends renewal for good and leaves access to the end of the period', async () => {
    const service = testService()
    const [alice, bob] = [service.as('alice'), service.as('bob')]
    await subscribed(service, alice, month)
    await subscribed(service, bob, month)
    const { id } = subscriptionsIn(service)[0] as SubscriptionRow
    expect(await alice.billing.revokeConsent()).toEqual({
      subscription: { id, cancelAtPeriodEnd: true, status: 'active' },
      recurringConsent: null,
    })
    expect(subscriptionsIn(service)).toMatchObject([{ cardToken: null }, { cardToken: expect.any(String) }])
    expect(consentsIn(service)).toMatchObject([{ revokedAt: expect.any(String) }, { revokedAt: null }])

    const resume = await refusal(alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: false } }))
    expect(resume).toMatchObject({ status: 409, details: { error: 'consent_required' } })
    await alice.billing.updateSubscription({ body: { cancelAtPeriodEnd: true } })

    service.advance(30 * day - 1)
    expect((await alice.billing.me()).subscription?.status).toBe('active')
    service.advance(1)
    expect(await alice.billing.me()).toMatchObject({
      subscription: null,
      payments: [{ amountKopeks: 49_000 }],
    })
    expect((await bob.billing.me()).payments).toHaveLength(2)
  })

  test('twice changes nothing more', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    await alice.billing.revokeConsent()
    const [{ revokedAt } = { revokedAt: null }] = consentsIn(service)
    await alice.billing.revokeConsent()
    expect(consentsIn(service)).toMatchObject([{ revokedAt }])
  })
})

describe('the billing answer', () => {
  const prices = [
    { id: 'kafka-cases', priceKopeks: 99_000, currency: 'RUB' },
    { id: 'databases-cases', priceKopeks: 129_000, currency: 'RUB' },
  ]

  test("of bundles is the live price list, with the amount of the caller's pending checkout", async () => {
    const service = testService()
    const alice = service.as('alice')
    const { paymentId } = await alice.billing.purchaseBundle({ body: { ...kafka, promoCode: 'SAVE20' } })
    await subscribed(service, alice, month)

    const anyone = await service.as('').billing.bundles()
    expect(anyone).toMatchObject({ items: prices, totalCount: 2 })
    expect(JSON.stringify(anyone)).not.toContain('pending')
    expect(JSON.stringify(await service.as('bob').billing.bundles())).not.toContain('pending')

    const session = await service.request('/v1/billing/bundles', {
      headers: { cookie: 'session=demo-alice' },
    })
    for (const { items } of [await alice.billing.bundles(), await session.json()]) {
      expect(items[0]).toMatchObject({ ...prices[0], pendingAmountKopeks: 79_200 })
      expect(items[1]).not.toHaveProperty('pendingAmountKopeks')
    }
    settlePayment(service.database, paymentId, 'succeeded')
    expect((await alice.billing.bundles()).items[0]).not.toHaveProperty('pendingAmountKopeks')
  })

  test('of the caller is empty at first, then the pending subscription', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    expect(await billing.me()).toEqual({ subscription: null, plan: null, payments: [] })
    const { subscriptionId } = await billing.subscribe({ body: month })
    expect(await billing.me()).toMatchObject({
      subscription: {
        id: subscriptionId,
        status: 'pending',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: null,
      },
      plan: { id: 'pro-month' },
      payments: [{ status: 'pending', subscriptionId, bundleId: null }],
    })
    expect((await service.as('bob').billing.me()).payments).toEqual([])
  })

  test('of payments has the 50 most recent, newest first', async () => {
    const service = testService()
    const { billing } = service.as('alice')
    const made: string[] = []
    for (let n = 0; n < 52; n++) {
      const { paymentId } = await billing.purchaseBundle({ body: kafka })
      settlePayment(service.database, paymentId, 'failed')
      made.unshift(paymentId)
    }
    expect((await billing.me()).payments.map(({ id }) => id)).toEqual(made.slice(0, 50))
  })

  test('of payments dates a renewal by its due time', async () => {
    const service = testService()
    const alice = service.as('alice')
    await subscribed(service, alice, month)
    service.advance(40 * day)
    await alice.billing.purchaseBundle({ body: kafka })
    const amounts = (await alice.billing.me()).payments.map(({ amountKopeks }) => amountKopeks)
    expect(amounts).toEqual([99_000, 49_000, 49_000])
    expect((await alice.billing.me()).payments[1]?.createdAt).toBe('2026-03-31T12:00:00.000Z')
  })

  test.each([
    ['GET', 'me'],
    ['POST', 'subscribe'],
    ['POST', 'purchase-bundle'],
    ['POST', 'promo/validate'],
    ['POST', 'consent/revoke'],
    ['PATCH', 'subscription'],
  ])('%s %s needs credentials', async (method, path) => {
    expect((await testService().request(`/v1/billing/${path}`, { method })).status).toBe(401)
  })
})
