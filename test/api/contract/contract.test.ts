/** Samples that must not compile: `npm run types` fails if an expected error is missing. */
import { describe, expect, test } from 'vitest'
import { createClient } from '../../../src/api/client/client.ts'
import { type Contract, contract } from '../../../src/api/resources/index.ts'
import { KnownError } from '../../../src/errors.ts'
import type { Handlers, ServiceHandlers } from '../../../src/mock/resources/handler.ts'
import { impatientClock } from '../../clock.ts'

type Quota = Handlers<'quota'>
type Scripts = Handlers<'scripts'>

// @ts-expect-error A handler is missing.
const missing: Quota = {}

// @ts-expect-error A resource is missing.
const incomplete: ServiceHandlers = {
  quota: { me: () => ({ tierId: '', isAdmin: false, quotas: [] }) },
}

// @ts-expect-error The answer has another shape.
const wrongAnswer: Quota = { me: () => ({ tierId: 1, isAdmin: false, quotas: [] }) }

// @ts-expect-error The path has no such parameter.
const wrongParameter: Scripts['delete'] = ({ params }) => ({ ok: params.slug === '' })

const wrongBody: Scripts['create'] = ({ body }) => {
  // @ts-expect-error The body has no such field.
  const name = body.title
  return { item: { id: '', slug: '', name } }
}

// @ts-expect-error Operations without a key may have no caller.
const wrongCaller: Scripts['view'] = ({ caller }) => ({ ok: true, viewCount: caller.id.length })

const rightCaller: Scripts['delete'] = ({ caller }) => ({ ok: caller.id === '' || true })

const client = createClient(
  {
    clock: impatientClock,
    send: async () => ({ item: { id: 'i', slug: 's', name: 'n', extra: 1 } }),
  },
  'http://localhost',
)

test('the samples above must not compile', () => {
  const samples = [
    missing,
    incomplete,
    wrongAnswer,
    wrongParameter,
    wrongBody,
    wrongCaller,
    rightCaller,
  ]
  expect(samples).not.toContain(undefined)
})

describe('the client', () => {
  test('keeps unknown fields and accepts missing optional ones', async () => {
    expect(await client.scripts.get({ params: { idOrSlug: 's' } })).toEqual({
      item: { id: 'i', slug: 's', name: 'n', extra: 1 },
    })
  })

  test('accepts unknown enum values', async () => {
    const item = {
      id: 'i',
      slug: 's',
      name: 'n',
      section: 'museum',
      accessTier: 'gold',
      type: 'mind-map',
    }
    const tolerant = createClient(
      { clock: impatientClock, send: async () => ({ item }) },
      'http://localhost',
    )
    expect((await tolerant.scripts.get({ params: { idOrSlug: 's' } })).item).toEqual(item)
  })

  test('accepts null for all fields but the id', async () => {
    const item = { id: 'i', slug: 's', name: 'n', starCount: null, code: null, readme: null }
    const answering = (answer: object) =>
      createClient(
        { clock: impatientClock, send: async () => ({ item: { ...item, ...answer } }) },
        'http://localhost',
      )
    expect((await answering({}).scripts.get({ params: { idOrSlug: 's' } })).item).toEqual({
      id: 'i',
      slug: 's',
      name: 'n',
      readme: null,
    })
    const { item: unnamed } = await answering({ name: null }).scripts.get({
      params: { idOrSlug: 's' },
    })
    expect(unnamed.name).toBe('s')
    await expect(
      answering({ id: null }).scripts.get({ params: { idOrSlug: 's' } }),
    ).rejects.toMatchObject({
      code: 'TOPO_ANSWER_UNKNOWN',
      message: expect.stringContaining('has no "id"'),
    })
  })

  test('refuses to send unknown fields', async () => {
    const sent = client.scripts.create({
      // @ts-expect-error Unknown field.
      body: { name: 'n', type: 'topology', code: '', title: 'n' },
    })
    await expect(sent).rejects.toMatchObject({
      code: 'TOPO_USAGE',
      exitCode: 2,
      message: expect.stringContaining(' was not sent: '),
    })
    await expect(sent).rejects.toBeInstanceOf(KnownError)
  })

  test('says that an answer without anything of the contract is not of the service', async () => {
    const strange = createClient(
      { clock: impatientClock, send: async () => ({ hello: 'world' }) },
      'http://localhost',
    )
    for (const call of [strange.scripts.get({ params: { idOrSlug: 's' } }), strange.scripts.own()])
      await expect(call).rejects.toMatchObject({ code: 'TOPO_NOT_THE_SERVICE' })
  })

  test('encodes path parameters', async () => {
    const paths: string[] = []
    const recording = createClient(
      {
        clock: impatientClock,
        send: async ({ path }) => {
          paths.push(path)
          return { ok: true }
        },
      },
      'http://localhost',
    )
    await recording.scripts.delete({ params: { id: '../a b?c#d' } })
    expect(paths).toEqual(['/v1/scripts/..%2Fa%20b%3Fc%23d'])
    // These would name another path in any encoding.
    for (const id of ['..', '.', '', '\uD83D']) {
      await expect(recording.scripts.delete({ params: { id } })).rejects.toMatchObject({
        exitCode: 2,
      })
    }
    expect(paths).toHaveLength(1)
  })

  test('has a method for every operation', () => {
    for (const [resource, operations] of Object.entries(contract)) {
      const calls = client[resource as keyof Contract] as Record<string, unknown>
      expect(Object.keys(calls)).toEqual(Object.keys(operations))
    }
  })
})
