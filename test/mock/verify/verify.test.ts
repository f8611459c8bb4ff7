/** A recording of the embedded service has no differences, and one of another deployment exactly those that it has. */
import { describe, expect, test } from 'vitest'
import { goodCode } from '../service.ts'
import { recordService, verify } from './record-service.ts'

const script = { name: 'Shop', slug: 'my-shop', type: 'topology', code: goodCode }

describe('a recording of the embedded service has no differences', () => {
  test.each<[string, (recorded: ReturnType<typeof recordService>) => Promise<unknown>]>([
    [
      'a script that is created, read, changed with its revision, published, and deleted',
      async ({ ask }) => {
        const { item } = await ask('POST /v1/scripts', script)
        const read = await ask(`GET /v1/scripts/${item.slug}`)
        const { updatedAt: expectedUpdatedAt } = read.item
        await ask(`PATCH /v1/scripts/${item.id}`, { name: 'Changed', expectedUpdatedAt })
        // The old revision is refused.
        await ask(`PATCH /v1/scripts/${item.id}`, { name: 'Lost', expectedUpdatedAt })
        await ask(`PATCH /v1/scripts/${item.id}`, { isPublic: true })
        await ask('GET /v1/scripts/user')
        await ask(`DELETE /v1/scripts/${item.id}`)
        await ask(`GET /v1/scripts/${item.id}`)
      },
    ],
    [
      'scripts from before: own, of others, private to others, premium',
      async ({ ask }) => {
        const { items } = await ask('GET /v1/scripts/user')
        for (const { id, slug } of items) {
          await ask(`GET /v1/scripts/${slug}`)
          await ask(`PATCH /v1/scripts/${id}`, { description: 'x' })
        }
        const hello = await ask('GET /v1/scripts/hello-topology')
        await ask(`PATCH /v1/scripts/${hello.item.id}`, { name: 'x' })
        await ask('GET /v1/scripts/bob-draft')
        await ask('GET /v1/scripts/kafka-at-scale')
        await ask('GET /v1/scripts/kafka-at-scale', undefined, null)
        await ask('POST /v1/scripts', { ...script, slug: 'hello-topology' })
        await ask('POST /v1/scripts', { ...script, slug: 'search' })
      },
    ],
    [
      'a script that is found to be missing, then created by somebody else',
      async ({ ask }) => {
        await ask('GET /v1/scripts/bobs')
        await ask('POST /v1/scripts', { ...script, slug: 'bobs', isPublic: true }, 'bob')
        await ask('GET /v1/scripts/bobs')
      },
    ],
    [
      'stars, pins, comments and collections, from before and new ones',
      async ({ ask, service }) => {
        const hello = (await ask('GET /v1/scripts/hello-topology')).item.id
        await service.as('alice').scripts.star({ params: { id: hello } })
        // Not recorded: the star that this takes away.
        await ask(`POST /v1/scripts/${hello}/star`)
        await ask(`POST /v1/scripts/${hello}/star`)
        await ask('GET /v1/scripts/starred')
        await ask(`POST /v1/scripts/${hello}/pin`)
        await ask('GET /v1/me/pins')
        const { items } = await ask(`GET /v1/scripts/${hello}/comments`)
        await ask(`DELETE /v1/comments/${items[0].id}`)
        await ask(`DELETE /v1/comments/${items[1].id}`)
        const { item } = await ask(`POST /v1/scripts/${hello}/comments`, {
          content: 'x',
          targetType: 'node',
          targetId: 'db',
        })
        await ask(`DELETE /v1/scripts/${hello}/comments/${item.id}`)
        const collection = (await ask('POST /v1/collections', { name: 'c', color: '#FFF' })).item.id
        await ask(`POST /v1/collections/${collection}/scripts`, { scriptId: hello })
        await ask('GET /v1/collections')
        await ask(`DELETE /v1/collections/${collection}/scripts/${hello}`)
        await ask(`DELETE /v1/collections/${collection}/scripts/${hello}`)
      },
    ],
    [
      'a share URL: its token stands in the path, and is not in the recording',
      async ({ ask }) => {
        const { items } = await ask('GET /v1/scripts/user')
        const { item } = await ask(`POST /v1/scripts/${items[0].id}/share-token`)
        await ask(`GET /v1/share/${item.shareToken}`, undefined, null)
        await ask(`DELETE /v1/scripts/${items[0].id}/share-token`)
        await ask(`GET /v1/share/${item.shareToken}`, undefined, null)
      },
    ],
    [
      'billing: a checkout that is paid meanwhile, promo codes, refusals',
      async ({ ask, service }) => {
        await ask('GET /v1/billing/me')
        await ask('POST /v1/billing/promo/validate', {
          code: 'SAVE20',
          target: 'bundle',
          bundleId: 'kafka-cases',
        })
        await ask('POST /v1/billing/subscribe', { planId: 'pro-month', consent: {} })
        const consent = { acceptedRecurring: true, recurringPolicyVersion: '1', locale: 'en' }
        const { paymentId } = await ask('POST /v1/billing/subscribe', { planId: 'pro-year', consent })
        service.control.settle(paymentId, 'succeeded')
        await ask('GET /v1/billing/me')
        await ask('POST /v1/billing/subscribe', { planId: 'pro-year', consent })
        await ask('PATCH /v1/billing/subscription', { cancelAtPeriodEnd: true })
        await ask('POST /v1/billing/consent/revoke')
        await ask('PATCH /v1/billing/subscription', { cancelAtPeriodEnd: false })
      },
    ],
    [
      'a used-up quota, wrong and missing keys, invalid requests, unknown endpoints',
      async ({ ask, service }) => {
        service.control.setQuotas({ draftsPerDay: 1 })
        await ask('POST /v1/scripts', script)
        await ask('POST /v1/scripts', { ...script, slug: 'second' })
        await ask('GET /v1/quota/me', undefined, 'revoked')
        await ask('GET /v1/quota/me', undefined, null)
        await ask('POST /v1/scripts', { name: '' })
        await ask('POST /v1/scripts', { ...script, code: 'nothing' })
        await ask('GET /v1/nothing')
        await ask('GET /v1/admin/users')
      },
    ],
    [
      'an administrator, workspaces, and an account that is deleted',
      async ({ ask }) => {
        await ask('GET /v1/quota/me', undefined, 'carol')
        await ask('GET /v1/admin/users', undefined, 'carol')
        await ask('GET /v1/workspaces', undefined, 'carol')
        const { item } = await ask('POST /v1/workspaces', { name: 'w' }, 'carol')
        await ask(`PATCH /v1/workspaces/${item.id}`, { isPublic: true }, 'carol')
        await ask(`GET /v1/workspaces/${item.id}/members`, undefined, 'carol')
        await ask('DELETE /v1/account', undefined, 'carol')
        await ask('GET /v1/quota/me', undefined, 'carol')
      },
    ],
  ])('%s', async (_, session) => {
    const recorded = recordService()
    await session(recorded)
    const { lines, compared, unknown, skipped } = await verify(recorded.har())
    expect(lines).toEqual([])
    expect([unknown, skipped]).toEqual([0, {}])
    expect(compared).toBeGreaterThan(2)
  })

  test.each(['widget', 'none'] as const)('with the payment provider %s', async (provider) => {
    const recorded = recordService({ provider })
    await recorded.ask('GET /v1/billing/status')
    await recorded.ask('GET /v1/billing/me')
    await recorded.ask('POST /v1/billing/purchase-bundle', { bundleId: 'kafka-cases' })
    expect((await verify(recorded.har())).lines).toEqual([])
  })
})

describe('another deployment', () => {
  test('a status, and an answer that has less, more, or another type', async () => {
    const recorded = recordService()
    const { ask, service } = recorded
    service.control.faults.add({ method: 'DELETE', path: '/v1/scripts/*', status: 204, times: 1 })
    service.control.faults.add({
      path: '/v1/quota/me',
      status: 200,
      body: {
        tierId: 7,
        isAdmin: false,
        plan: 'x',
        quotas: [
          { key: 'a', used: '1', limit: 2 },
          { key: 'b', used: 0, limit: null },
        ],
      },
    })
    service.control.faults.add({
      path: '/v1/scripts/gone',
      status: 404,
      body: { code: 'NOT_FOUND', error: 'no_such_script' },
    })
    await ask('DELETE /v1/scripts/alice-shop')
    await ask('GET /v1/quota/me')
    await ask('GET /v1/scripts/gone')
    expect((await verify(recorded.har())).lines).toEqual([
      '#1 DELETE /v1/scripts/alice-shop: status  204 → 200',
      '#2 GET /v1/quota/me: type tierId number → string',
      '#2 GET /v1/quota/me: type quotas[].used number or string → number',
      '#2 GET /v1/quota/me: type quotas[].limit null or number → number',
      '#2 GET /v1/quota/me: missing quotas[].windowSeconds null → number',
      '#2 GET /v1/quota/me: extra plan string → null',
      '#3 GET /v1/scripts/gone: missing message null → string',
      '#3 GET /v1/scripts/gone: extra code string → null',
      '#3 GET /v1/scripts/gone: value error "no_such_script" → "not_found"',
    ])
  })

  test('text that it tidies is shown where it differs, also when it is read later', async () => {
    const recorded = recordService({ accents: ['tidy'] })
    const { item } = await recorded.ask('POST /v1/scripts', { ...script, tags: ['b', 'A'] })
    await recorded.ask(`GET /v1/scripts/${item.id}`)
    const { lines } = await verify(recorded.har())
    expect(lines.map((line) => line.replace(item.id, 'ID'))).toEqual([
      expect.stringMatching(/^#1 POST \/v1\/scripts: value item.code …\S.*apply\(\)" → …\S.*apply\(\)\\n"$/),
      '#1 POST /v1/scripts: value item.tags ["a","b"] → ["b","A"]',
      '#2 GET /v1/scripts/ID: value item.tags ["a","b"] → ["b","A"]',
      expect.stringMatching(/^#2 GET \/v1\/scripts\/ID: value item.code/),
    ])
  })

  test('numbers as ids, thin answers and bare arrays: ids are found again, and each envelope is one difference', async () => {
    const recorded = recordService({ accents: ['legacy', 'lean', 'bare'] })
    const { ask } = recorded
    const { id } = await ask('POST /v1/scripts', script)
    expect(id).toEqual(expect.any(Number))
    await ask(`PATCH /v1/scripts/${id}`, { name: 'Changed' })
    const { updatedAt } = await ask(`GET /v1/scripts/${id}`)
    await ask(`PATCH /v1/scripts/${id}`, { name: 'Again', expectedUpdatedAt: updatedAt })
    await ask('GET /v1/scripts/hello-topology/comments')
    await ask(`DELETE /v1/scripts/${id}`)
    await ask(`GET /v1/scripts/${id}`)
    const { lines } = await verify(recorded.har())
    const about = (number: number) =>
      lines.filter((line) => line.startsWith(`#${number} `)).map((line) => line.replace(/^.*?: /, ''))
    expect(about(1)).toContain('missing item null → object')
    expect(about(1)).toContain('type item.id number → uuid')
    expect(about(3)).toEqual([
      'missing item null → object',
      'type item.id number → uuid',
      'type item.createdAt string → date-time',
      'type item.updatedAt string → date-time',
    ])
    expect(about(5)).toEqual([
      'type (body) array → object',
      ...['id', 'scriptId', 'userId'].map((name) => `type items[].${name} number → uuid`),
      'type items[].createdAt string → date-time',
    ])
    expect(about(6)).toEqual(['type (body) nothing → object'])
    // Nothing but the shapes differs: each id was found again.
    expect(lines.filter((line) => line.includes(': status '))).toEqual([])
    expect(about(7)).toEqual(['type error object → string', 'missing message null → string'])
  })

  test('further endpoints that it does not have', async () => {
    const recorded = recordService({ accents: ['partial'] })
    await recorded.ask('GET /v1/me/pins')
    expect((await verify(recorded.har())).lines).toEqual(['#1 GET /v1/me/pins: status  404 → 200'])
  })

  test('a guard that it ignores: a stale revision is accepted', async () => {
    const recorded = recordService()
    const { ask, service } = recorded
    const { item } = await ask('POST /v1/scripts', script)
    const changed = await ask(`PATCH /v1/scripts/${item.id}`, { name: 'One' })
    service.control.faults.add({ method: 'PATCH', path: '*', status: 200, body: changed })
    await ask(`PATCH /v1/scripts/${item.id}`, { name: 'One', expectedUpdatedAt: item.updatedAt })
    expect((await verify(recorded.har())).lines).toEqual([
      `#3 PATCH /v1/scripts/${item.id}: status  200 → 409`,
    ])
  })

  test('what has an end is not compared: outages, rate limits, redirects', async () => {
    const recorded = recordService({ rateLimit: 3 })
    const { ask, service } = recorded
    for (const status of [502, 429, 302, 304]) {
      service.control.faults.add({ path: '/v1/quota/me', status, body: {}, times: 1 })
      await ask('GET /v1/quota/me')
    }
    for (let at = 0; at < 4; at++) await ask('GET /v1/billing/status')
    expect(await verify(recorded.har())).toMatchObject({
      lines: [],
      compared: 3,
      skipped: { temporary: 3, redirected: 2 },
    })
  })

  test('a subscription from before', async () => {
    const recorded = recordService()
    const subscription = { id: 'sub_1', status: 'active', cancelAtPeriodEnd: false, since: '2026-01-01' }
    const body = { subscription, plan: { id: 'gold' }, payments: [] }
    recorded.service.control.faults.add({ path: '/v1/billing/me', status: 200, body })
    await recorded.ask('GET /v1/billing/me')
    expect((await verify(recorded.har())).lines).toEqual([
      '#1 GET /v1/billing/me: type subscription.id string → uuid',
      '#1 GET /v1/billing/me: missing subscription.planId null → string',
      '#1 GET /v1/billing/me: missing subscription.currentPeriodEnd null → date-time',
      '#1 GET /v1/billing/me: missing plan.priceKopeks null → number',
      '#1 GET /v1/billing/me: missing plan.intervalDays null → number',
      '#1 GET /v1/billing/me: extra subscription.since string → null',
    ])
  })

  test('plans, bundles and promo codes of another price list', async () => {
    const recorded = recordService()
    const { ask, service } = recorded
    const checkout = {
      paymentId: '5d2dfd0a-88f1-4097-9db5-6fd646c75aae',
      orderId: '5d2dfd0a-88f1-4097-9db5-6fd646c75aaf',
      paymentUrl: 'https://pay.example.com/1',
    }
    service.control.faults.add({ path: '/v1/billing/purchase-bundle', status: 200, body: checkout })
    service.control.faults.add({
      path: '/v1/billing/promo/validate',
      status: 200,
      body: {
        valid: true,
        code: 'GOLD',
        discountType: 'percent',
        discountValue: 1,
        originalAmountKopeks: 1,
        discountKopeks: 1,
        finalAmountKopeks: 0,
      },
    })
    await ask('POST /v1/billing/purchase-bundle', { bundleId: 'gold-cases' })
    await ask('POST /v1/billing/promo/validate', { code: 'GOLD', target: 'subscription', planId: 'gold' })
    expect(await verify(recorded.har())).toMatchObject({ lines: [], compared: 1, unknown: 1 })
  })
})
