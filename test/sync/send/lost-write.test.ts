/** Writes whose answers are lost: each is carried out once, or the outcome says that it was sent. */
import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import type { Fetch } from '../../../src/api/transport/request-attempt.ts'
import { createTransport } from '../../../src/api/transport/transport.ts'
import { createMock } from '../../../src/mock/create-mock.ts'
import { inProcessFetch } from '../../../src/mock/http/connection.ts'
import { toRemote } from '../../../src/sync/remote/read-remote.ts'
import { deleteScript } from '../../../src/sync/send/send-script.ts'
import { impatientClock, TestClock } from '../../clock.ts'
import type { TestService } from '../../mock/service.ts'
import { actions, goodCode, workspace } from '../../project/workspace.ts'

const baseUrl = 'http://localhost'

/** What a test makes of a request, instead of passing it on. */
type Network = (method: string, passOn: () => Promise<Response>) => Promise<Response>

const dropped = (): never => {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  throw new TypeError('fetch failed', { cause })
}

/** A folder, a service, and a network between them that a test replaces. */
async function space(
  files: Record<string, string> = { 'a.topology.js': goodCode },
  timeoutMs = 60_000,
) {
  const { answer } = createMock({
    clock: impatientClock,
    now: () => Date.UTC(2026, 2, 1),
    seed: 1,
    rateLimit: 1e9,
  })
  const fetch = inProcessFetch(baseUrl, answer)
  const sent: string[] = []
  const clock = new TestClock()
  const connection: { network: Network } = { network: (_method, passOn) => passOn() }
  const throughNetwork: Fetch = (input, init) => {
    const method = init?.method ?? 'GET'
    sent.push(method)
    return connection.network(method, () => fetch(input, init))
  }
  const as = (user: string) => {
    const options = {
      clock,
      baseUrl,
      apiKey: `ca_demo_${user}`,
      fetch: throughNetwork,
      retries: 0,
      timeoutMs,
    }
    return createClient(createTransport(options), baseUrl)
  }
  const project = await workspace(files, { as } as unknown as TestService)
  const slugs = async () =>
    (await project.client.scripts.own({ query: {} })).items.map(({ slug }) => slug)
  const writes = () => sent.splice(0).filter((method) => method !== 'GET')
  return { ...project, push: () => clock.run(project.push()), clock, connection, slugs, writes }
}

/** Drops the first writes before they arrive. */
function dropWrites(times: number): Network {
  let left = times
  return async (method, passOn) => {
    if (method === 'GET' || left === 0) return passOn()
    left--
    return dropped()
  }
}

describe('a connection that drops writes', () => {
  test.each([1, 2])('%i times: the script is created, changed, and deleted', async (times) => {
    const { push, write, client, clock, connection, slugs, writes } = await space()
    connection.network = dropWrites(times)
    expect(actions(await push())).toEqual(['created'])
    expect(writes()).toEqual(Array(times + 1).fill('POST'))

    write('a.topology.js', `${goodCode}// changed\n`)
    connection.network = dropWrites(times)
    expect(actions(await push())).toEqual(['updated'])
    expect(writes()).toEqual(Array(times + 1).fill('PATCH'))

    const { item } = await client.scripts.get({ params: { idOrSlug: 'a' } })
    connection.network = dropWrites(times)
    await clock.run(deleteScript(client, toRemote(item)))
    expect(writes()).toEqual(Array(times + 1).fill('DELETE'))
    expect(await slugs()).not.toContain('a')
  })

  test('for good: each script that was sent is told from those that were not', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 9 }, (_, number) => [
        `s${number}.topology.js`,
        `${goodCode}// ${number}\n`,
      ]),
    )
    const { push, connection, slugs } = await space(files)
    connection.network = dropWrites(Number.POSITIVE_INFINITY)
    const { outcomes } = await push()
    const reasons = outcomes.map(
      ({ action, reason, exitCode }) => `${action} ${reason} ${exitCode}`,
    )
    const wasSent = 'not-done sent, but the service has not carried it out 75'
    expect(reasons.slice(0, 4)).toEqual(Array(4).fill(wasSent))
    expect(reasons.slice(4)).toEqual(Array(5).fill('not-done not reached 75'))
    connection.network = (_method, passOn) => passOn()
    expect(new Set(actions(await push()))).toEqual(new Set(['created']))
    expect((await slugs()).filter((slug) => /^s\d$/.test(slug))).toHaveLength(9)
  })

  test('and the looks at the service too: the outcome is unknown, and said to be', async () => {
    const { push, connection } = await space()
    let isDown = false
    connection.network = async (method, passOn) => {
      isDown ||= method !== 'GET'
      return isDown ? dropped() : passOn()
    }
    expect((await push()).outcomes).toMatchObject([
      {
        action: 'not-done',
        reason: 'sent, but it is unknown whether the service has carried it out',
        error: 'TOPO_CONNECTION_LOST',
      },
    ])
  })
})

test('a create that arrives after it was looked for makes no second script', async () => {
  const { push, connection, slugs, writes, records } = await space()
  let late: (() => Promise<Response>) | undefined
  connection.network = async (method, passOn) => {
    if (method === 'GET') return passOn()
    if (late === undefined) {
      late = passOn
      return dropped()
    }
    await late()
    return passOn()
  }
  expect(actions(await push())).toEqual(['created'])
  expect(writes()).toEqual(['POST', 'POST'])
  expect(
    (await slugs()).filter((slug) => slug.startsWith('a') && !slug.startsWith('alice')),
  ).toEqual(['a'])
  expect(Object.keys(await records())).toEqual(['a.topology.js'])
})

test('a write that took too long is not sent again: the service may still carry it out', async () => {
  const { push, clock, connection, writes } = await space({ 'a.topology.js': goodCode }, 200)
  const hangs = new Promise<void>((resolve) => {
    connection.network = (method, passOn) => {
      if (method === 'GET') return passOn()
      resolve()
      return new Promise(() => {})
    }
  })
  const pushing = push()
  await hangs
  await clock.advance(199)
  expect(writes()).toEqual(['POST'])
  await clock.advance(1)
  expect((await pushing).outcomes).toMatchObject([
    { action: 'not-done', error: 'TOPO_TIMEOUT', reason: expect.stringMatching(/^sent, but/) },
  ])
  expect(writes()).toEqual([])
})

test('a change that somebody else makes before it is sent again is not overwritten', async () => {
  const { push, write, at, client, connection } = await space()
  await push()
  write('a.topology.js', `${goodCode}// ours\n`)
  const theirs = `${goodCode}// theirs\n`
  const { id } = (await client.scripts.get({ params: { idOrSlug: 'a' } })).item
  let isFirst = true
  connection.network = async (method, passOn) => {
    if (method === 'GET' || !isFirst) return passOn()
    isFirst = false
    await client.scripts.update({ params: { id }, body: { code: theirs } })
    return dropped()
  }
  expect((await push()).outcomes).toMatchObject([{ action: 'not-done', exitCode: 75 }])
  expect((await client.scripts.get({ params: { idOrSlug: id } })).item.code).toBe(theirs)
  expect(readFileSync(at('a.topology.js'), 'utf8')).toContain('ours')
  expect(actions(await push())).toEqual(['conflict'])
})

describe('a service that refuses a new slug', () => {
  const refusals: Record<string, object> = {
    'as a list of issues': {
      error: 'validation_failed',
      issues: [{ path: ['slug'], message: 'immutable' }],
    },
    'as an object of fields': { error: 'bad_request', errors: { slug: ['cannot be changed'] } },
    'as a pointer': { errors: [{ pointer: '/slug', detail: 'is read only' }] },
    'in a sentence': { message: 'The slug of a script cannot be changed.' },
  }

  test.each(Object.entries(refusals))('%s: what is lost with it is said', async (_form, body) => {
    const { push, write, at, connection } = await space()
    await push()
    rmSync(at('a.topology.js'))
    write('b.topology.js', goodCode)
    connection.network = async (method, passOn) =>
      method === 'PATCH' ? Response.json(body, { status: 422 }) : passOn()
    expect((await push()).outcomes).toMatchObject([
      {
        slug: 'b',
        action: 'failed',
        error: 'TOPO_SLUG_KEPT',
        reason: expect.stringMatching(/^The service refuses the slug "b" instead of "a": /),
        hint: expect.stringMatching(/"slug: a" .* comments and stars/),
      },
    ])
  })

  test('and one that refuses the code of a renamed file is not taken for it', async () => {
    const { push, write, at, connection } = await space()
    await push()
    rmSync(at('a.topology.js'))
    write('b.topology.js', goodCode)
    const body = {
      error: 'validation_failed',
      errors: [{ type: 'syntax', message: 'Unexpected "my-slug"' }],
    }
    connection.network = async (method, passOn) =>
      method === 'PATCH' ? Response.json(body, { status: 422 }) : passOn()
    const { outcomes } = await push()
    expect(outcomes).toMatchObject([{ action: 'failed', error: 'TOPO_REJECTED' }])
    expect(outcomes[0]?.hint ?? '').not.toContain('slug')
  })
})
