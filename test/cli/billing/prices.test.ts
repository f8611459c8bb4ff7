/** Prices: bundles, payments, subscription and promo codes. */
import { expect, test } from 'vitest'
import { testServer } from '../../api/server.ts'
import { as, fault, settle, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { mock, topo } from '../topo.ts'

const billing = async (url: string, words: string, user?: string) =>
  topo(['billing', ...words.split(' ')], { env: as(url, user) })
const document = async (url: string, words: string) =>
  JSON.parse((await billing(url, `${words} --json`)).stdout)

test('bundles need no key; prices are in rubles for people and in kopeks in JSON', async () => {
  const { url } = await mock()
  const env = { TOPO_BASE_URL: url }
  const piped = await topo(['billing', 'bundles'], { env })
  expect(piped).toEqual({
    code: 0,
    signal: null,
    stderr: 'BUNDLE\tNAME\tPRICE\tPENDING\tABOUT\n',
    stdout:
      'kafka-cases\tKafka cases\t990.00 RUB\t\tEvery premium case about Kafka\n' +
      'databases-cases\tDatabase cases\t1290.00 RUB\t\tEvery premium case about databases\n',
  })
  const { items, totalCount } = JSON.parse(
    (await topo(['billing', 'bundles', '--json'], { env })).stdout,
  )
  expect([totalCount, items[0]]).toMatchObject([
    2,
    { id: 'kafka-cases', priceKopeks: 99000, currency: 'RUB' },
  ])
  expect((await onScreen(['billing', 'bundles'], { env })).screen).toMatch(
    /BUNDLE +NAME +PRICE +PENDING/,
  )
})

test('bundles show a pending payment with its discount until it is paid', async () => {
  const { url } = await mock()
  const { paymentId } = await document(url, 'buy kafka-cases --promo SAVE20')
  expect((await billing(url, 'bundles')).stdout).toContain(
    'kafka-cases\tKafka cases\t990.00 RUB\t792.00 RUB\t',
  )
  expect((await billing(url, 'bundles', 'bob')).stdout).not.toContain('792.00')
  const { screen } = await onScreen(['billing', 'bundles'], { env: as(url) })
  expect(screen).toContain('topo billing buy kafka-cases resumes the pending payment')
  await settle(url, paymentId, 'succeeded')
  expect((await billing(url, 'bundles')).stdout).not.toContain('792.00')
})

test('status needs no key, and does not fail if billing is not configured', async () => {
  const bank = await mock()
  const none = await mock({ provider: 'none' })
  expect(await topo(['billing', 'status'], { env: { TOPO_BASE_URL: bank.url } })).toMatchObject({
    code: 0,
    stdout: 'configured\n',
  })
  expect(await document(none.url, 'status')).toEqual({ configured: false })
  expect(await billing(none.url, 'status')).toMatchObject({ code: 0, stdout: 'not configured\n' })
  // Another deployment refuses the status too.
  await fault(bank.url, {
    path: '/v1/billing/status',
    status: 503,
    body: { error: 'billing_not_configured' },
  })
  expect(await document(bank.url, 'status')).toEqual({ configured: false })
})

test('other billing commands exit 1 with their own code if billing is not configured, without a retry', async () => {
  const { url } = await mock({ provider: 'none' })
  for (const words of [
    'bundles',
    'show',
    'buy kafka-cases',
    'cancel',
    'promo SAVE20 --plan pro-month',
  ]) {
    const { code, stderr } = await billing(url, words)
    expect([words, code, stderr]).toEqual([
      words,
      1,
      expect.stringContaining('[TOPO_BILLING_NOT_CONFIGURED]'),
    ])
    expect(stderr).not.toContain('retrying')
  }
})

test('show prints no subscription first, then the subscription with plan, period and payments', async () => {
  const { url } = await mock()
  expect(await billing(url, 'show')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('There is no subscription, and there are no payments.'),
  })
  expect(await document(url, 'show')).toEqual({ subscription: null, plan: null, payments: [] })
  const empty = await onScreen(['billing', 'show'], { env: as(url) })
  expect(empty.screen).toContain('There is no subscription.')
  expect(empty.screen).toContain('There are no payments.')

  const { paymentId, subscriptionId } = await document(
    url,
    'subscribe pro-month --accept-recurring --policy-version 2026-01',
  )
  await settle(url, paymentId, 'succeeded')
  const lines = (await billing(url, 'show')).stdout.trimEnd().split('\n')
  expect(lines).toEqual([
    expect.stringMatching(
      `^subscription\t${subscriptionId}\tpro-month\tactive\trenews\t\\d{4}-.*Z$`,
    ),
    'plan\tpro-month\t490.00 RUB\t30',
    expect.stringMatching(
      `^payment\t${paymentId}\tsubscription\t490.00 RUB\tsucceeded\t\\d{4}-.*Z$`,
    ),
  ])
  expect((await document(url, 'show')).payments).toMatchObject([
    { id: paymentId, amountKopeks: 49000 },
  ])
  const { screen } = await onScreen(['billing', 'show'], { env: as(url) })
  expect(screen).toMatch(/plan +pro-month, 490\.00 RUB every 30 days/)
  expect(screen).toMatch(/at period end +renews/)
  expect(screen).toMatch(/period +ends in (29|30) days/)
  expect(screen).toMatch(/subscription +490\.00 RUB +succeeded +just now/)
})

test.each([
  [
    'payments',
    { subscription: { id: 's', status: 'active' }, payments: [] },
    'There are no payments.\n',
  ],
  ['subscription', { subscription: null, payments: [{ id: 'p' }] }, 'There is no subscription.\n'],
])('show says in a pipe that there are no %s', async (_, answer, note) => {
  const { url } = await testServer((_request, response) => response.end(JSON.stringify(answer)))
  const { code, stdout, stderr } = await billing(url, 'show')
  expect([code, stdout.trimEnd().split('\n').length, stderr]).toEqual([0, 1, note])
})

test('show prints another currency, and hostile text without control characters', async () => {
  const payment = {
    id: 'p\u001b[2J1',
    amountKopeks: 150,
    currency: 'BYN',
    status: 'paid\nsubscription\tfake',
  }
  const { url } = await testServer((_request, response) =>
    response.end(JSON.stringify({ subscription: null, plan: null, payments: [payment] })),
  )
  const { stdout } = await billing(url, 'show')
  expect(stdout).toBe('payment\tp1\t\t1.50 BYN\tpaid subscription fake\t\n')
})

test.each([
  [[{ id: 'b', priceKopeks: 200 }], ''],
  [[{ id: 'b', priceKopeks: 200, currency: 'BYN' }], ' BYN'],
  [
    [
      { id: 'b', priceKopeks: 200, currency: 'BYN' },
      { id: 'c', priceKopeks: 200, currency: 'EUR' },
    ],
    '',
  ],
])(
  'no currency is invented: amounts stand alone, or have that of all bundles %#',
  async (bundles, unit) => {
    const me = {
      subscription: null,
      plan: { id: 'p', priceKopeks: 300 },
      payments: [{ id: 'x', amountKopeks: 150 }],
    }
    const promo = {
      valid: true,
      originalAmountKopeks: 300,
      discountKopeks: 100,
      finalAmountKopeks: 200,
    }
    const answers: Record<string, object> = { bundles: { items: bundles }, me, validate: promo }
    const { url } = await testServer((request, response) =>
      response.end(JSON.stringify(answers[request.url?.split('/').at(-1) ?? ''] ?? {})),
    )
    expect((await billing(url, 'show')).stdout).toBe(
      `plan\tp\t3.00${unit}\t\npayment\tx\t\t1.50${unit}\t\t\n`,
    )
    expect((await billing(url, 'promo SAVE --plan p')).stdout).toBe(
      `SAVE\t3.00${unit}\t1.00${unit}\t2.00${unit}\n`,
    )
    const [own = ''] = bundles.map((bundle) => ('currency' in bundle ? ` ${bundle.currency}` : ''))
    expect((await billing(url, 'bundles')).stdout).toContain(`b\tb\t2.00${own}\t`)
  },
)

test('promo shows the discount of a valid code, and that renewals cost the full price', async () => {
  const { url } = await mock()
  expect(await billing(url, 'promo SAVE20 --plan pro-month')).toMatchObject({
    code: 0,
    stdout: 'SAVE20\t490.00 RUB\t98.00 RUB\t392.00 RUB\n',
  })
  expect(await document(url, 'promo FLAT100 --bundle kafka-cases')).toMatchObject({
    valid: true,
    originalAmountKopeks: 99000,
    finalAmountKopeks: 89000,
  })
  const plan = await onScreen(['billing', 'promo', 'SAVE20', '--plan', 'pro-month'], {
    env: as(url),
  })
  expect(plan.screen).toContain('SAVE20 is valid for pro-month: 20 % off.')
  expect(plan.screen).toMatch(/to pay +392\.00 RUB, then the full price for every further period/)
  const bundle = await onScreen(['billing', 'promo', 'SAVE20', '--bundle', 'kafka-cases'], {
    env: as(url),
  })
  expect(bundle.screen).not.toContain('further period')
  // A preview uses no code up.
  expect((await billing(url, 'buy kafka-cases --promo SAVE20')).code).toBe(0)
})

test('promo exits 1 for an invalid code, with the reason in words', async () => {
  const { url } = await mock()
  const cases = [
    ['NONE', '--plan pro-month', 'not_found', 'the code does not exist'],
    ['OFF', '--plan pro-month', 'inactive', 'it is inactive'],
    ['SOON', '--plan pro-month', 'not_started', 'it is not valid yet'],
    ['OLD', '--plan pro-month', 'expired', 'it has expired'],
    ['USEDUP', '--plan pro-month', 'exhausted', 'it has been used up'],
    ['SUBONLY', '--bundle kafka-cases', 'wrong_target', 'it is not valid for this plan or bundle'],
    ['ONCE', '--plan pro-month', 'already_used', 'you have already used it'],
  ]
  for (const [code, target, reason, words] of cases) {
    expect(await billing(url, `promo ${code} ${target}`)).toMatchObject({
      code: 1,
      stdout: `${code}\t${reason}\t${words}\n`,
      stderr: 'CODE\tREASON\tWHY\n',
    })
  }
  const json = await billing(url, 'promo OLD --plan pro-month --json')
  expect([json.code, JSON.parse(json.stdout)]).toEqual([1, { valid: false, reason: 'expired' }])
  const shown = await topo(['billing', 'promo', 'OLD', '--plan', 'pro-month'], {
    env: as(url),
    columns: 100,
  })
  expect([shown.code, shown.stdout]).toEqual([
    1,
    expect.stringContaining('OLD is not valid for pro-month: it has expired.'),
  ])
})

test('promo takes a plan or a bundle, and exactly one of them', async () => {
  const { url } = await mock()
  for (const words of ['promo SAVE20', 'promo SAVE20 --plan pro-month --bundle kafka-cases']) {
    expect((await billing(url, words)).code).toBe(2)
  }
  expect(await writes(url)).toEqual([])
})
