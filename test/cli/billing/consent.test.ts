/** Consent to recurring charges: without explicit consent nothing is ordered. */
import { describe, expect, test } from 'vitest'
import { json, testServer } from '../../api/server.ts'
import { isAll } from '../../cases.ts'
import { as, requests, settle, writes } from '../control.ts'
import { onScreen } from '../on-screen.ts'
import { mock, topo, topoOnTerminal, topoProcess } from '../topo.ts'

const subscribe = ['billing', 'subscribe', 'pro-month']
const agreed = ['--accept-recurring', '--policy-version', '2026-01']
const version = 'Version of the policy'
const question = 'Do you agree to these recurring charges'
/** The consent that was sent; without it the service orders nothing. */
const ordered = async (url: string) =>
  (await requests(url))
    .filter(({ method, status }) => method === 'POST' && status === 200)
    .map(({ path }) => path)

describe('consent without a terminal', () => {
  test.each([
    [[], ['--accept-recurring', '--policy-version']],
    [['--yes'], ['--accept-recurring', '--policy-version']],
    [['--accept-recurring', '--yes'], ['--policy-version']],
    [['--accept-recurring', '--policy-version', ' '], ['--policy-version']],
    [['--policy-version', '2026-01', '--yes'], ['--accept-recurring']],
    [
      ['--yes', '--dry-run'],
      ['--accept-recurring', '--policy-version'],
    ],
  ])('%j exits 2, names %j, and sends nothing', async (flags, missing) => {
    const { url } = await mock()
    const { code, stdout, stderr } = await topo([...subscribe, ...flags], {
      env: as(url),
      input: 'y\n',
    })
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('[TOPO_NEEDS_CONSENT]')])
    const [error] = stderr.split('\n')
    expect(
      ['--accept-recurring', '--policy-version'].filter((flag) => error?.includes(flag)),
    ).toEqual(missing)
    expect(await requests(url)).toEqual([])
  })

  test('fails as JSON, and with --no-input on a terminal', async () => {
    const { url } = await mock()
    const { code, stdout } = await topo([...subscribe, '--yes', '--json'], { env: as(url) })
    expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'TOPO_NEEDS_CONSENT'])
    for (const flag of ['--no-input', '--json']) {
      expect((await onScreen([...subscribe, '--yes', flag], { env: as(url) })).code).toBe(2)
    }
    expect(await requests(url)).toEqual([])
  })

  test('refuses an empty locale', async () => {
    const { url } = await mock()
    expect((await topo([...subscribe, ...agreed, '--locale', ''], { env: as(url) })).code).toBe(2)
    expect(await requests(url)).toEqual([])
  })
})

test('subscribe with both flags sends exactly this consent', { tags: 'posix' }, async () => {
  const { url } = await mock()
  const env = { ...as(url), LANG: 'de_DE.UTF-8' }
  const sent = async () =>
    (await requests(url)).filter(({ method }) => method === 'POST').at(-1)?.requestBody
  expect((await topoProcess([...subscribe, ...agreed], { env })).code).toBe(0)
  expect(await sent()).toEqual({
    planId: 'pro-month',
    consent: { acceptedRecurring: true, recurringPolicyVersion: '2026-01', locale: 'de-DE' },
  })
  await topo([...subscribe, ...agreed, '--locale', 'fr-CA', '--promo', 'SAVE20'], { env: as(url) })
  expect(await sent()).toMatchObject({ consent: { locale: 'fr-CA' }, promoCode: 'SAVE20' })
  if (!isAll) return
  await topoProcess([...subscribe, ...agreed], { env: { ...env, LC_ALL: 'de_AT@euro' } })
  expect(await sent()).toMatchObject({ consent: { locale: 'de-AT' } })
})

test('subscribe --dry-run shows the request and sends nothing', async () => {
  const { url } = await mock()
  const run = await topo([...subscribe, ...agreed, '--dry-run', '--open', '--json'], {
    env: as(url),
  })
  expect(JSON.parse(run.stdout)).toMatchObject({
    dryRun: true,
    request: { method: 'POST', path: '/v1/billing/subscribe', body: { planId: 'pro-month' } },
  })
  expect(await writes(url)).toEqual([])
})

describe('consent on a terminal', () => {
  test('shows the terms and prompts, even with --yes', { tags: 'terminal' }, async () => {
    const { url } = await mock()
    const { code, screen } = await topoOnTerminal([...subscribe, '--yes', '--promo', 'SAVE20'], {
      env: as(url),
      answer: { [version]: '2026-01\r', [question]: 'y\r' },
    })
    expect([code, screen]).toEqual([0, expect.stringContaining('https://pay.example.com/orders/')])
    expect(screen).toContain('Subscribing to pro-month means recurring charges')
    expect(screen).toContain('The promo code lowers the first payment only.')
    expect(screen).toContain('under version 2026-01 of the policy?')
    expect(screen).toContain(`Read the policy on recurring charges in the web app of ${url}`)
    expect(await ordered(url)).toEqual(['/v1/billing/subscribe'])
  })

  test('refuses an unknown plan before any prompt', { tags: 'terminal' }, async () => {
    const { url } = await mock()
    const { code, screen } = await topoOnTerminal(['billing', 'subscribe', 'pro-mont'], {
      env: as(url),
      answer: { [version]: '2026-01\r', [question]: 'y\r' },
    })
    expect([code, screen]).toEqual([1, expect.stringContaining('[TOPO_NOT_FOUND]')])
    expect(screen).not.toMatch(/Version of|Do you agree/)
    expect(await ordered(url)).toEqual([])
  })

  test('reports a service that orders without consent, and orders no second time', {
    tags: 'terminal',
  }, async () => {
    const { url, requests: sentRequests } = await testServer(
      json(200, { paymentId: 'p1', paymentUrl: 'https://pay.example.com/' }),
    )
    const { code, screen } = await topoOnTerminal(subscribe, {
      env: as(url),
      answer: { [version]: '2026-01\r', [question]: 'y\r' },
    })
    expect([code, screen]).toEqual([1, expect.stringContaining('[TOPO_ORDERED_WITHOUT_CONSENT]')])
    expect(screen).toContain('topo billing cancel')
    expect(sentRequests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each(['n\r', '\r'])(
    'the answer %j orders nothing and exits 1',
    { tags: 'terminal' },
    async (typed) => {
      const { url } = await mock()
      const { code, screen } = await topoOnTerminal(
        [...subscribe, '--yes', '--policy-version', '2026-01'],
        {
          env: as(url),
          answer: { [question]: typed },
        },
      )
      expect([code, screen]).toEqual([
        1,
        expect.stringMatching(
          /the\s+recurring\s+charges\s+were\s+not\s+accepted\.\s+\[TOPO_NEEDS_CONSENT\]/,
        ),
      ])
      expect(screen).not.toContain(version)
      expect(await ordered(url)).toEqual([])
    },
  )

  test('--accept-recurring prompts only for the version; an empty one exits 2', {
    tags: 'terminal',
  }, async () => {
    const { url } = await mock()
    const run = (typed: string) =>
      topoOnTerminal([...subscribe, '--accept-recurring'], {
        env: as(url),
        answer: { [version]: typed },
      })
    const none = await run('\r')
    expect([none.code, none.screen]).toEqual([2, expect.stringContaining('[TOPO_NEEDS_CONSENT]')])
    expect(await ordered(url)).toEqual([])
    const given = await run('2026-01\r')
    expect(given.code).toBe(0)
    expect(given.screen).not.toContain(question)
    expect(await ordered(url)).toEqual(['/v1/billing/subscribe'])
  })

  test('shows the price if the service returns it: for a plan that was ordered before', {
    tags: 'terminal',
  }, async () => {
    const { url } = await mock()
    await topo([...subscribe, ...agreed], { env: as(url) })
    const { screen } = await topoOnTerminal([...subscribe, '--policy-version', '2026-01'], {
      env: as(url),
      answer: { [question]: 'n\r' },
    })
    expect(screen).toContain('490.00 RUB every 30 days')
  })

  test.each([
    [{ intervalDays: 30 }, 'the full price of the plan every 30 days is taken', 'show the price.'],
    [{ priceKopeks: 150 }, ': 1.50 is taken', 'show the currency and the length of a period.'],
    [{ priceKopeks: 150, currency: 'BYN' }, ': 1.50 BYN is taken', 'show the length of a period.'],
    [{}, ': the full price of the plan is taken', 'show the price and the length of a period.'],
  ])('says what is known of the plan: %j', { tags: 'terminal' }, async (plan, taken, unknown) => {
    const me = { subscription: null, plan: { id: 'pro-month', ...plan }, payments: [] }
    const { url } = await testServer((request, response, count) => {
      const isOrder = request.method === 'POST'
      const body = request.url?.endsWith('/me') ? me : { items: [] }
      json(isOrder ? 400 : 200, isOrder ? { error: 'consent' } : body)(request, response, count)
    })
    const { screen } = await topoOnTerminal([...subscribe, '--policy-version', '2026-01'], {
      env: as(url),
      answer: { [question]: 'n\r' },
    })
    expect(screen).toContain(taken)
    expect(screen).toContain(`The payment page and the web app ${unknown}`)
  })
})

test('cancel, resume and revoke-consent change the subscription; resume cannot undo a revocation', {
  tags: 'terminal',
  timeout: 90_000,
}, async () => {
  const { url } = await mock()
  const env = as(url)
  const billing = (...words: string[]) => topo(['billing', ...words], { env })
  const refused = async (code: number, name: string, ...words: string[]) => {
    const run = await billing(...words)
    expect([run.code, run.stderr], words.join(' ')).toEqual([
      code,
      expect.stringContaining(`[${name}]`),
    ])
    return run
  }
  expect((await refused(1, 'TOPO_NOT_FOUND', 'cancel')).stderr).toContain('topo billing show')
  await refused(1, 'TOPO_NOT_FOUND', 'revoke-consent', '--yes')

  const { paymentId, subscriptionId } = JSON.parse(
    (await topo([...subscribe, ...agreed, '--json'], { env })).stdout,
  )
  await settle(url, paymentId, 'succeeded')
  await refused(6, 'TOPO_ALREADY_SUBSCRIBED', 'subscribe', 'pro-year', ...agreed)

  expect(await billing('cancel')).toMatchObject({
    code: 0,
    stdout: `${subscriptionId}\tactive\tends\n`,
  })
  expect(await billing('resume')).toMatchObject({
    code: 0,
    stdout: `${subscriptionId}\tactive\trenews\n`,
  })
  expect(JSON.parse((await billing('cancel', '--json')).stdout)).toEqual({
    id: subscriptionId,
    status: 'active',
    cancelAtPeriodEnd: true,
  })
  const { screen } = await onScreen(['billing', 'resume'], { env })
  expect(screen).toContain('Cancellation undone: the subscription renews')

  const before = (await writes(url)).length
  await refused(2, 'TOPO_NEEDS_CONFIRMATION', 'revoke-consent')
  const asked = await topoOnTerminal(['billing', 'revoke-consent'], {
    env,
    answer: { 'Revoke consent': 'n\r' },
  })
  expect([asked.code, asked.screen]).toEqual([
    0,
    expect.stringContaining('To undo it, you have to give'),
  ])
  const dry = ['cancel', 'resume', 'revoke-consent'].map((word) =>
    billing(word, '--dry-run', '--json'),
  )
  for (const { stdout } of await Promise.all(dry)) expect(JSON.parse(stdout).dryRun).toBe(true)
  expect((await writes(url)).length).toBe(before)

  expect(JSON.parse((await billing('revoke-consent', '--yes', '--json')).stdout)).toEqual({
    id: subscriptionId,
    status: 'active',
    cancelAtPeriodEnd: true,
    recurringConsent: null,
    revoked: true,
  })
  expect((await refused(6, 'TOPO_CONSENT_REQUIRED', 'resume')).stderr).toContain(
    'topo billing subscribe',
  )
})
