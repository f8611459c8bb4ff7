/** An assistant asks about the architecture: answers are bounded, and say how to ask for the rest. */
import { expect, test } from 'vitest'
import { folder } from '../topo.ts'
import { assistant, codeOf, textOf } from './client.ts'

const BOUND = 8_000

const diagram = (...lines: string[]) =>
  ['const t = new TopologyBuilder(true)', ...lines, 'await t.apply()', ''].join('\n')
const node = (id: string, label: string) => `t.createProcess({ id: '${id}', label: '${label}' })`
const connect = (from: string, to: string) => `t.connect('${from}', '${to}', { type: 'tcp' })`

const services = Array.from({ length: 300 }, (_, index) => `service-${index}`)
const project = {
  'topo.config.json': '{}',
  'diagrams/shop.topology.js': diagram(
    node('web', 'Web shop'),
    node('orders', 'Orders'),
    node('db', 'Orders database'),
    connect('web', 'orders'),
    connect('orders', 'db'),
  ),
  'diagrams/warehouse.topology.js': diagram(
    node('db', 'Stock database'),
    node('replica', 'Replica'),
    connect('db', 'replica'),
  ),
  'diagrams/hub.topology.js': diagram(
    node('hub', 'Hub'),
    ...services.map((id) => node(id, `The ${id} of everything`)),
    ...services.map((id) => connect(id, 'hub')),
  ),
}

interface Page {
  items: { id: string; ids?: string[] }[]
  totalCount: number
  nextOffset: number | null
}

const started = async () => {
  const { call } = await assistant([], { cwd: folder(project) })
  return async (given: Record<string, unknown>) => {
    const answer = await call('query_architecture', given)
    return { text: textOf(answer), code: codeOf(answer), data: answer.structuredContent }
  }
}

test('an answer is bounded, and all pages together have everything once', async () => {
  const ask = await started()
  for (const question of [{ id: 'service-*' }, { id: 'hub', impact: true }]) {
    const ids: string[] = []
    let offset: number | null = 0
    while (offset !== null) {
      const { text, data } = await ask({ ...question, offset })
      expect(text.length).toBeLessThan(BOUND)
      expect(JSON.stringify(data).length).toBeLessThan(BOUND)
      const page = data as unknown as Page
      expect(page.totalCount).toBe(300)
      if (page.nextOffset !== null)
        expect(text).toContain(`call again with offset ${page.nextOffset}, or ask less with depth`)
      ids.push(...page.items.map(({ id }) => id))
      offset = page.nextOffset
    }
    expect(ids).toEqual(services)
  }
  const { text } = await ask({ id: 'hub' })
  expect(text).toContain('(236 more callers)')
  expect(text).toContain('Long lists are cut: ask about one id with impact or with depth 1')
})

test('the longest names, paths and many joins stay within the bound', async () => {
  const long = (text: string) => `${text}-${'x'.repeat(150)}`
  const count = 30
  const ids = Array.from({ length: count }, (_, index) => long(`n${index}`))
  const scripts = ids
    .slice(1)
    .map((id, index) => [
      `diagrams/${index}.topology.js`,
      diagram(
        node(ids[index] ?? '', long(`from ${index}`)),
        node(id, long(`to ${index}`)),
        connect(ids[index] ?? '', id),
      ),
    ])
  const { call } = await assistant([], { cwd: folder(Object.fromEntries(scripts)) })
  const questions = [
    { id: ids[0], to: ids.at(-1) },
    { id: ids.at(-1), impact: true },
    { id: 'n*', depth: 3 },
    { id: long('unknown'), to: long('unknown too') },
  ]
  for (const question of questions) {
    const answer = await call('query_architecture', question)
    expect(codeOf(answer)).toBeUndefined()
    expect(textOf(answer).length).toBeLessThan(BOUND)
    expect(JSON.stringify(answer.structuredContent).length).toBeLessThan(BOUND)
  }
})

test('a depth, one diagram and a joined id', async () => {
  const ask = await started()
  const near = await ask({ id: 'db', impact: true, depth: 1 })
  expect(near.data).toMatchObject({ items: [{ id: 'orders' }], totalCount: 2, nextOffset: null })
  expect(near.text).toContain('1 more is further away: ask with depth 2.')
  const around = await ask({ id: 'db', depth: 1, diagram: 'warehouse' })
  expect(around.data).toMatchObject({ items: [{ id: 'db' }, { id: 'replica' }], joins: [] })
  const path = await ask({ id: 'web', to: 'replica' })
  expect(path.data).toMatchObject({ joins: [{ id: 'db', labels: [{}, {}] }] })
  expect(path.text).toContain(
    'The answer joins diagrams at "db", which is "Orders database" in diagrams/shop.topology.js, but "Stock database" in diagrams/warehouse.topology.js: perhaps two things.',
  )
  const alone = await ask({ id: 'web', to: 'replica', diagram: 'diagrams/shop.topology.js' })
  expect(alone.text).toContain('No diagram draws "replica".')
  const slug = await ask({ id: 'web', diagram: 'shpo' })
  expect(slug).toMatchObject({
    code: 'TOPO_NO_FILES',
    text: expect.stringContaining('Did you mean "shop" (diagrams/shop.topology.js)?'),
  })
  expect(await ask({ id: 'web', to: 'db', depth: 1 })).toMatchObject({ code: 'TOPO_USAGE' })
})
