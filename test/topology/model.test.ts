/** Checks the topology of a script, field by field. */
import { describe, expect, it } from 'vitest'
import { idsNamed, readTopology, type Topology } from '../../src/topology/index.ts'

async function read(text: string): Promise<Topology> {
  const { topology, problems } = await readTopology(
    `const t = new TopologyBuilder(true);${text}`,
    {},
  )
  expect(problems).toEqual([])
  if (topology === undefined) throw new Error('no topology')
  return topology
}

describe('nodes', () => {
  it('have all options', async () => {
    const { nodes } =
      await read(`t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A', state: 'error',
      shape: 'circle', icon: 'api', description: 'd', layer: 'l', x: 1, y: '2', width: 3, height: 4, color: 'red',
      style: { border: 1 }, replicas: 2, shardId: 7, shardRole: 'replica', external: 1, capacity: { maxRps: 5 }, colour: 1 })`)
    expect(nodes[1]).toMatchObject({
      kind: 'process',
      isContainer: false,
      id: 'a',
      idGiven: 'text',
      parent: 0,
      label: 'A',
      state: 'error',
      shape: 'circle',
      icon: 'api',
      description: 'd',
      layer: 'l',
      color: 'red',
      position: { x: 1, y: '2' },
      size: { width: 3, height: 4 },
      style: { border: 1 },
      replicas: 2,
      shardId: 7,
      shardRole: 'replica',
      external: true,
      capacity: { maxRps: 5 },
      autoResized: false,
      afterApply: false,
      unknownOptions: ['colour'],
    })
  })

  it('position: the third argument overrides the config', async () => {
    const { nodes } = await read(
      "t.createGroup('a', { x: 1, y: 2 }, { x: 3, y: 4 }); t.createGroup({ id: 'b', x: 5, y: 6 }); t.createCloud('c', {}, { x: 7, y: 8 })",
    )
    expect(nodes.map(({ position }) => position)).toEqual([
      { x: 3, y: 4 },
      { x: 5, y: 6 },
      { x: 7, y: 8 },
    ])
  })

  it('have their row and container', async () => {
    const { nodes } = await read(
      "const g = t.createGroup('g'); g.addProcess({ id: 'a' }).newRow().addProcess({ id: 'b' }).addGroup({ id: 'h' }).addProcess({ id: 'c' }).autoResize()",
    )
    expect(nodes.map(({ id, parent, row, autoResized }) => [id, parent, row, autoResized])).toEqual(
      [
        ['g', undefined, 0, false],
        ['a', 0, 0, false],
        ['b', 0, 1, false],
        ['h', 0, 1, true],
        ['c', 3, 0, false],
      ],
    )
  })

  it('options are converted to primitives inside the sandbox', async () => {
    const { nodes } = await read(
      "t.createProcess({ id: 1n, label: ['a', 'b'], icon: Symbol('s'), shape: { [Symbol.toPrimitive]: () => 'p' }, replicas: NaN, width: Infinity })",
    )
    expect(nodes[0]).toMatchObject({
      id: '1',
      idGiven: 'other',
      label: 'a,b',
      icon: 'Symbol(s)',
      shape: 'p',
      replicas: undefined,
      size: { width: 'Infinity' },
    })
  })

  it('replicas are found by base id and by numbered id', async () => {
    const topology = await read(
      "t.createProcess({ id: 'a', replicas: 2 }).createProcess({ id: 'a-3' })",
    )
    for (const id of ['a', 'a-1', 'a-2']) expect(idsNamed(topology, id)).toEqual(['a'])
    expect(idsNamed(topology, 'a-3')).toEqual(['a-3'])
    for (const id of ['a-0', 'a-01', 'b']) expect(idsNamed(topology, id)).toEqual([])
  })
})

it('edges have unique ids, even between the same nodes', async () => {
  const { edges } = await read(
    "t.connect('a', 'b').connect('b', 'a').connect('a', 'b').connect('a', 'b', { type: 'tcp', port: 1, prot: 'x' })",
  )
  expect(edges.map(({ id }) => id)).toEqual(['a->b', 'b->a', 'a->b#2', 'a->b#3'])
  expect(edges[3]).toMatchObject({ type: 'tcp', port: 1, unknownOptions: ['prot'] })
})

it('builders record apply(), await, and elements that were added too late', async () => {
  const { builders, nodes, edges } = await read(
    "t.createProcess({ id: 'a' }); t.apply(); t.createProcess({ id: 'b' }); await t.apply(); t.createProcess({ id: 'c' }).connect('a', 'c'); new TopologyBuilder(0)",
  )
  expect(
    builders.map(({ autoLayout, applications }) => [
      autoLayout,
      applications.map(({ awaited }) => awaited),
    ]),
  ).toEqual([
    [true, [false, true]],
    [false, []],
  ])
  expect([...nodes, ...edges].map(({ afterApply }) => afterApply)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

it('flows: steps before the first scenario() are in the default scenario', async () => {
  const { flows } = await read(
    "const f = new FlowBuilder(); f.from('a').scenario('s', 'T', 'D', { layer: 'l', lyer: 1 }).parallel([['a', 'b'], 7]).showMessage(1); return f",
  )
  expect(flows).toMatchObject([
    {
      returned: true,
      scenarios: [
        { id: undefined, steps: [{ kind: 'from', id: 'a' }] },
        {
          id: 's',
          title: 'T',
          description: 'D',
          layer: 'l',
          unknownOptions: ['lyer'],
          steps: [
            { kind: 'parallel', pairs: [['a', 'b']] },
            { kind: 'showMessage', text: '1' },
          ],
        },
      ],
    },
  ])
})

describe('globals of a script', () => {
  it.each([
    [
      'a clock that stands still',
      'Date.now() === +new Date() && new Date().getTime() === Date.now()',
    ],
    [
      'no time zone',
      'new Date(2024, 5, 1).getTimezoneOffset() === 0 && new Date(2024, 5, 1).getHours() === 0',
    ],
    [
      'dates that are dates',
      "new Date('2024-01-01') instanceof Date && Date.UTC(2024) === +new Date(2024, 0) && typeof Date() === 'string'",
    ],
    ['no stopwatch', "typeof performance === 'undefined'"],
    [
      'nothing of the host',
      "[typeof process, typeof require, typeof fetch, typeof module, typeof window].every((x) => x === 'undefined')",
    ],
    [
      'a way to copy',
      '(() => { const a = { b: [new Map([[1, { c: 2 }]])] }; a.self = a; const d = structuredClone(a); return d !== a && d.self === d && d.b[0].get(1).c === 2 && d.b[0].get(1) !== a.b[0].get(1) })()',
    ],
    [
      'a console',
      "['log', 'warn', 'table', 'group'].every((name) => console[name](1) === undefined)",
    ],
  ])('%s', async (_, expression) => {
    const { nodes } = await read(`t.createProcess({ id: String(${expression}) })`)
    expect(nodes[0]?.id).toBe('true')
  })

  it('Math.random returns the same sequence in every run', async () => {
    const roll = async () =>
      (await read('for (let i = 0; i < 3; i++) t.createProcess({ id: Math.random() })')).nodes.map(
        ({ id }) => id,
      )
    const first = await roll()
    expect(new Set(first).size).toBe(3)
    expect(await roll()).toEqual(first)
  })

  it('timers run in due order', async () => {
    const { nodes } = await read(`
      const add = (id) => t.createProcess({ id })
      setTimeout(add, 20, 'c'); setTimeout(add, 10, 'a'); setTimeout(add, 10, 'b'); setImmediate(add, 'now')
      clearTimeout(setTimeout(add, 1, 'never'))
      let n = 0; const i = setInterval(() => { add('i' + n); if (++n === 2) clearInterval(i) }, 15)
      await new Promise((done) => setTimeout(done, 1000))`)
    expect(nodes.map(({ id }) => id)).toEqual(['now', 'a', 'b', 'i0', 'c', 'i1'])
  })
})
