/** The double offers the service's document and no more. */
import { expect, test } from 'vitest'
import type { DocumentOptions } from './document-only.ts'
import { floor, service } from './service.ts'

const code = `const topology = new TopologyBuilder(true)
const group = topology.createGroup('g', { label: 'G' }, { x: 0, y: 0 })
group.addProcess({ id: 'a', label: 'A', state: 'running' }).addProcess({ id: 'b', label: 'B' }).autoResize()
topology.connect('a', 'b', { type: 'tcp' })
await topology.apply()
const flow = new FlowBuilder()
flow.from('a').showMessage('[A] Hello').to('b')
return flow
`
const created = { name: 'Flow', slug: 'flow', type: 'topology', code, isPublic: true }

// biome-ignore lint/suspicious/noExplicitAny: every endpoint has its own JSON.
type Json = any

async function asked(document: DocumentOptions = {}) {
  const running = await floor({ document })
  const ask = async (method: string, path: string, body?: unknown, key = 'ca_demo_erin') => {
    const response = await fetch(running.url + path, {
      method,
      headers: key === '' ? {} : { 'x-api-key': key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as Json), response }
  }
  return { ...running, ask }
}

test('answers have the fields of the document, ids in upper case and times with an offset', async () => {
  const { ask } = await asked()
  const { body, response } = await ask('POST', '/v1/scripts', created)
  expect(Object.keys(body.item).sort()).toEqual([
    ...'accessTier category code description engineVersion id isPublic name publishedAt readme'.split(' '),
    ...'readmePreview section shareToken slug starCount tags type viewCount'.split(' '),
  ])
  expect(body.item.id).toMatch(/^[0-9A-F-]{36}$/)
  expect(body.item.publishedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+03:00$/)
  expect(Math.abs(Date.parse(body.item.publishedAt) - Date.now())).toBeLessThan(60_000)
  expect([...response.headers.keys()].filter((name) => /topo|rate|request/.test(name))).toEqual([])

  const own = await ask('GET', '/v1/scripts/user')
  const { id } = body.item
  expect(own.body).toEqual({ items: [{ id, name: 'Flow', slug: 'flow', viewCount: 0 }], totalCount: 1 })
  for (const spelt of [id, id.toLowerCase(), 'flow'])
    expect((await ask('GET', `/v1/scripts/${spelt}`)).body.item).toEqual(body.item)
  const collection = await ask('POST', '/v1/collections', { name: 'Mine' })
  const added = await ask('POST', `/v1/collections/${collection.body.item.id}/scripts`, { scriptId: id })
  expect([collection.body.item, added.body]).toEqual([
    { id: expect.any(String), name: 'Mine', scriptCount: 0 },
    { ok: true },
  ])
  const gallery = await ask('GET', '/v1/scripts/gallery?query=flow')
  expect(Object.keys(gallery.body.items[0])).toHaveLength(10)
  expect(JSON.stringify((await ask('GET', '/v1/me/pins')).body)).not.toContain('updatedAt')
})

test('thin writes answer hardly more than the id', async () => {
  const { ask } = await asked({ answers: 'thin' })
  const { item } = (await ask('POST', '/v1/scripts', { ...created, isPublic: false })).body
  expect(item).toEqual({ id: expect.any(String), slug: 'flow', name: 'Flow' })
  expect((await ask('PATCH', `/v1/scripts/${item.id}`, { isPublic: true })).body).toEqual({
    item: { ...item, publishedAt: expect.any(String) },
  })
})

test('revisions are told where a test wants them, and still not taken', async () => {
  const { ask } = await asked({ revisions: 'told' })
  const { item } = (await ask('POST', '/v1/scripts', created)).body
  expect(item.updatedAt).toMatch(/\+03:00$/)
  expect((await ask('GET', '/v1/scripts/user')).body.items[0].updatedAt).toBe(item.updatedAt)
  expect((await ask('PATCH', `/v1/scripts/${item.id}`, { expectedUpdatedAt: item.updatedAt })).status).toBe(
    422,
  )
})

test.each([
  ['by-path', { path: ['expectedUpdatedAt'], message: 'Unrecognized key' }],
  ['in-words', { path: [], message: "Unrecognized key(s) in object: 'expectedUpdatedAt'" }],
] as const)('an unknown field is refused %s, and nothing is written', async (unknownFields, issue) => {
  const { ask, script } = await asked({ unknownFields })
  const { item } = (await ask('POST', '/v1/scripts', created)).body
  const guard = { expectedUpdatedAt: item.publishedAt }
  for (const [method, path, body] of [
    ['PATCH', `/v1/scripts/${item.id}`, { name: 'Other', ...guard }],
    ['POST', `/v1/scripts/${item.id}/versions/1/restore`, guard],
  ] as const) {
    const refused = await ask(method, path, body)
    expect([refused.status, refused.body]).toEqual([422, { error: 'validation_failed', issues: [issue] }])
  }
  expect(script('flow')?.name).toBe('Flow')
})

test.each([
  ['topology.createProcess', "topology.createProcess({ id: 'p', label: 'P' })"],
  ['newRow', "topology.createGroup('h', { label: 'H' }).newRow()"],
  ['scenario', "new FlowBuilder().scenario('s', 'S')"],
])('a script that calls %s is refused on create', async (call, line) => {
  const { ask, script } = await asked()
  const text = code.replace('await topology.apply()', `${line}\nawait topology.apply()`)
  const { status, body } = await ask('POST', '/v1/scripts', { ...created, code: text })
  expect([status, body]).toMatchObject([
    422,
    { error: 'validation_failed', details: expect.stringContaining('is not a function') },
  ])
  expect(body.details).toContain(call)
  expect(script('flow')).toBeUndefined()
})

test('pages have 12 entries; longer ones are refused', async () => {
  const [{ ask }, capped] = [await asked(), await asked({ longPages: 'capped' })]
  for (const path of ['user?limit=13', 'public?limit=100', 'gallery?pageSize=20'])
    expect([path, (await ask('GET', `/v1/scripts/${path}`)).status]).toEqual([path, 422])
  expect((await ask('GET', '/v1/scripts/user?limit=12')).status).toBe(200)
  for (let n = 1; n <= 13; n++)
    await capped.ask('POST', '/v1/scripts', { ...created, slug: `flow-${n}`, isPublic: false })
  for (const query of ['', '?limit=100'])
    expect((await capped.ask('GET', `/v1/scripts/user${query}`)).body.items).toHaveLength(12)
})

test('refusals have no words, and undocumented endpoints do not exist', async () => {
  const [{ ask }, other] = [await asked(), await asked({ answers: 'thin', further: 'absent' })]
  for (const [method, path, status] of [
    ['GET', '/v1/quota/me', 401],
    ['GET', '/v1/scripts/nobody', 404],
    ['GET', '/__mock/state', 404],
    ['GET', '/openapi.json', 404],
  ] as const) {
    const key = status === 401 ? 'ca_nobody_0123456789' : undefined
    expect(await ask(method, path, undefined, key)).toMatchObject({ status, body: {} })
    expect(await other.ask(method, path, undefined, key)).toMatchObject({ status, body: undefined })
  }
  expect((await ask('PATCH', '/v1/scripts/flow', { expectedUpdatedAt: 'x' }, '')).status).toBe(401)
  expect((await ask('GET', '/v1/me/pins')).status).toBe(200)
  expect((await other.ask('GET', '/v1/me/pins')).status).toBe(404)
  expect((await other.ask('GET', '/v1/scripts/user')).status).toBe(200)
})

test('faults and changes of the embedded service reach the caller', async () => {
  const { ask, asked: seen, whenAnswered, change, control, script, url } = await asked()
  await ask('POST', '/v1/scripts', created)
  whenAnswered(/^GET \/v1\/scripts\/flow$/, () => change('flow', { name: 'Theirs' }))
  const names = [await ask('GET', '/v1/scripts/flow'), await ask('GET', '/v1/scripts/flow')]
  expect(names.map(({ body }) => body.item.name)).toEqual(['Flow', 'Theirs'])
  control.faults.add({ method: 'DELETE', path: '/v1/scripts/*', kind: 'lost-response', times: 1 })
  await expect(ask('DELETE', `/v1/scripts/${script('flow')?.id}`)).rejects.toThrow('fetch failed')
  expect(script('flow')).toBeUndefined()
  expect(seen.map(({ method, status }) => `${method} ${status}`)).toEqual([
    ...['POST 200', 'GET 200', 'GET 200', 'DELETE undefined'],
  ])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:/)
})

test('without the rewriting it is the plain mock', async () => {
  const { url } = await service()
  const response = await fetch(`${url}/v1/scripts/hello-topology`)
  const { item } = (await response.json()) as { item: object }
  expect(item).toHaveProperty('updatedAt')
  expect(response.headers.get('x-topo-mock')).toBe('1')
})
