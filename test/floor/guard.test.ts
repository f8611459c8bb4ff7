/** What guards a write: a revision, or the content where the service tells no revision or refuses it. Counts requests. */
import { describe, expect, test } from 'vitest'
import { oneOf } from '../cases.ts'
import { documentOnly, edited, plainMock, project, unguarded } from './worlds.ts'

/** `GET /v1/scripts/{id}`, without the query. */
const brief = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/i, '{id}')}`

test('the plain mock is asked no more often than it needs to be', async () => {
  const [, document] = plainMock
  const { ok, save, requests } = await project(document)
  const asked = async (...args: string[]) => {
    await ok(...args)
    return requests().map(brief)
  }
  const list = 'GET /v1/scripts/user'
  const read = 'GET /v1/scripts/{id}'
  const patch = 'PATCH /v1/scripts/{id}'
  expect(await asked('push')).toEqual([list, 'POST /v1/scripts'])
  expect(await asked('push')).toEqual([list])
  expect(await asked('status')).toEqual([list])
  save(edited('Ours'))
  expect(await asked('status')).toEqual([list, read])
  expect(await asked('push')).toEqual([list, read, patch])
  expect(await asked('publish', 'shop')).toEqual(['GET /v1/scripts/shop', patch])
  expect(await asked('unpublish', 'shop')).toEqual(['GET /v1/scripts/shop', patch])
  expect(await asked('pull')).toEqual([list])
})

test('without a revision, a push of one edit reads the script right before the write', async () => {
  const [, document] = documentOnly
  const { ok, save, requests } = await project(document)
  await ok('push')
  save(edited('Ours'))
  requests()
  await ok('push')
  const asked = requests()
  const at = asked.findIndex(({ method }) => method === 'PATCH')
  expect(asked.slice(0, at + 1).map(brief)).toEqual([
    'GET /v1/scripts/user',
    'GET /v1/scripts/{id}',
    'GET /v1/scripts/{id}',
    'PATCH /v1/scripts/{id}',
  ])
  expect(asked.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
    { code: edited('Ours') },
  ])
})

describe.each(oneOf(2, ['in-words', 'by-path'] as const))(
  'a guard that is refused %s',
  (unknownFields) => {
    const [, document] = unguarded
    const start = () => project({ ...document, unknownFields })

    test('is left out when the write is sent again, and from then on', async () => {
      const { ok, save, requests, code } = await start()
      await ok('push')
      const guards = []
      for (const label of ['One', 'Two', 'Three']) {
        save(edited(label))
        requests()
        expect((await ok('push')).counts).toEqual({ updated: 1 })
        expect(code()).toBe(edited(label))
        const sent = requests().filter(({ method }) => method === 'PATCH')
        guards.push(sent.map(({ body }) => 'expectedUpdatedAt' in (body as object)))
      }
      expect(guards).toEqual([[true, false], [false], [false]])
    })

    test('does not let a change of somebody else be overwritten', async () => {
      const { run, ok, save, whenAnswered, change, code, written } = await start()
      await ok('push')
      save(edited('Ours'))
      written()
      // The change comes after the refusal was received, so only the content can show it.
      whenAnswered(/^GET \/v1\/scripts\/[0-9a-f-]{36}$/i, () =>
        change('shop', { code: edited('Theirs') }),
      )
      const { code: exit, data } = await run('push')
      expect([exit, data.items]).toMatchObject([6, [{ action: 'conflict' }]])
      expect([written(), code()]).toEqual([[], edited('Theirs')])
    })
  },
)

test('a refusal of another field is no reason to send a write again', async () => {
  const [, document] = unguarded
  const { ok, run, save, control, requests } = await project(document)
  await ok('push')
  save(edited('First'))
  await ok('push')
  requests()
  const issues = [{ path: ['name'], message: 'Too short' }]
  control.faults.add({
    method: 'PATCH',
    path: '/v1/scripts/*',
    status: 422,
    times: 1,
    body: { error: 'validation_failed', issues },
  })
  save(edited('Second'))
  const { code, data } = await run('push')
  expect([code, data.error.code]).toEqual([1, 'TOPO_REJECTED'])
  expect(requests().filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})
