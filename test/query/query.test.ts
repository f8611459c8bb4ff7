/** Questions about generated projects, answered by topo, by a naive search and by the programs of Graphviz. */
import { execFileSync, spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkScripts } from '../../src/project/check/check.ts'
import { scriptOf } from '../../src/project/script/load.ts'
import { type AffectedThing, answerTo, type FoundPath } from '../../src/query/answer.ts'
import { topologyOfAnswer } from '../../src/query/answer-topology.ts'
import { type Architecture, architectureOf } from '../../src/query/architecture.ts'
import { MOST_PATHS } from '../../src/query/search.ts'
import { layout, pictureFormats } from '../../src/render/index.ts'
import type { Topology } from '../../src/topology/index.ts'
import { cases } from '../cases.ts'

/** Scripts by path, as the text of their files. */
async function architecture(scripts: Record<string, string>): Promise<Architecture> {
  const loaded = Object.entries(scripts).map(([path, text]) =>
    scriptOf(Buffer.from(text), `/project/${path}`, { root: '/project' }),
  )
  const checked = await checkScripts(await Promise.all(loaded), () => {}, { outline: true })
  expect(checked.flatMap(({ outline, script }) => (outline ? [] : [script.text]))).toEqual([])
  return architectureOf(checked)
}

/** Lines of a diagram, with what every script needs around them. */
const diagram = (lines: string[], namespace?: string) =>
  [
    ...(namespace === undefined ? [] : ['/*---', `namespace: ${namespace}`, '---*/']),
    'const t = new TopologyBuilder(true)',
    ...lines,
    'await t.apply()',
  ].join('\n')

interface Drawn {
  namespace: string | undefined
  /** Nodes by group; those of the group '' are in none. */
  groups: Record<string, { id: string; replicas: boolean }[]>
  connections: { from: string; to: string }[]
}

const ids = ['web', 'api', 'orders', 'orders-db', 'queue', 'mail', 'cache']

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    namespace: fc.option(fc.constantFrom('shop', 'bank'), { nil: undefined, freq: 4 }),
    placed: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(...ids),
        group: fc.constantFrom('', 'edge', 'core'),
        replicas: fc.boolean(),
      }),
      { minLength: 1, selector: ({ id }) => id },
    ),
  })
  .chain(({ namespace, placed }) => {
    const groups: Drawn['groups'] = {}
    for (const { group, ...node } of placed) groups[group] = [...(groups[group] ?? []), node]
    const ends = fc.constantFrom(
      ...placed.map(({ id }) => id),
      ...Object.keys(groups).filter(Boolean),
    )
    const connections = fc.array(fc.record({ from: ends, to: ends }), { maxLength: 10 })
    return fc.record({
      namespace: fc.constant(namespace),
      groups: fc.constant(groups),
      connections,
    })
  })

function textOf({ namespace, groups, connections }: Drawn): string {
  const options = ({ id, replicas }: { id: string; replicas: boolean }) =>
    `{ id: '${id}', label: 'Label of ${id}'${replicas ? ', replicas: 2' : ''} }`
  const replicated = new Set(
    Object.values(groups).flatMap((nodes) =>
      nodes.flatMap(({ id, replicas }) => (replicas ? [id] : [])),
    ),
  )
  const end = (id: string) => (replicated.has(id) ? `${id}-2` : id)
  const lines = Object.entries(groups).flatMap(([group, nodes]) =>
    group === ''
      ? nodes.map((node) => `t.createProcess(${options(node)})`)
      : [
          `const ${group} = t.createGroup('${group}', { label: '${group}' })`,
          ...nodes.map((node) => `${group}.addProcess(${options(node)})`),
          `${group}.autoResize()`,
        ],
  )
  return diagram(
    [...lines, ...connections.map(({ from, to }) => `t.connect('${end(from)}', '${end(to)}')`)],
    namespace,
  )
}

/** Pairs of names that the diagrams connect, from what was generated. */
function pairsOf(project: readonly Drawn[]): [from: string, to: string][] {
  return project.flatMap(({ namespace, groups, connections }) => {
    const name = (id: string) => (namespace === undefined ? id : `${namespace}/${id}`)
    return [
      ...Object.entries(groups).flatMap(([group, nodes]) =>
        group === '' ? [] : nodes.map(({ id }): [string, string] => [name(group), name(id)]),
      ),
      ...connections.map(({ from, to }): [string, string] => [name(from), name(to)]),
    ]
  })
}

/** Fewest links by repeated relaxation of every pair, and all paths of that length by trying every step. */
function naive(pairs: readonly [string, string][], all: readonly string[]) {
  const distance = new Map(all.map((id) => [`${id} ${id}`, 0]))
  for (let round = 0; round < all.length; round++)
    for (const start of all)
      for (const [from, to] of pairs) {
        const known = distance.get(`${start} ${to}`)
        const further = distance.get(`${start} ${from}`)
        if (further !== undefined && further + 1 < (known ?? Infinity))
          distance.set(`${start} ${to}`, further + 1)
      }
  const paths = (from: string, to: string, length: number): string[][] => {
    if (length === 0) return from === to ? [[from]] : []
    const ends = new Set(pairs.filter(([start]) => start === from).map(([, end]) => end))
    return [...ends].flatMap((next) => paths(next, to, length - 1).map((rest) => [from, ...rest]))
  }
  return { distance: (from: string, to: string) => distance.get(`${from} ${to}`), paths }
}

async function dotOf(all: Architecture): Promise<string> {
  const answer = answerTo({ about: '*' }, all)
  const writer = pictureFormats.find(({ name }) => name === 'dot')
  const picture = layout((await topologyOfAnswer(answer, [], all)) as Topology, { title: 'all' })
  return (await writer?.write(picture, { theme: 'light' })) ?? ''
}

/** The package graphviz of Debian. */
const hasGraphviz = spawnSync('dijkstra', ['-?']).error === undefined

/** Distances from a node along directed edges, by `dijkstra` of Graphviz. */
function graphvizDistances(dot: string, from: string): Map<string, number> {
  const measured = execFileSync('dijkstra', ['-d', from], {
    input: dot,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const program = 'N[dist != ""]{printf("%s\\t%s\\n", $.name, $.dist)}'
  const lines = execFileSync('gvpr', [program], { input: measured, encoding: 'utf8' })
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => line.split('\t')).map(([id = '', distance]) => [id, Number(distance)]),
  )
}

test('impact and paths agree with a naive search and with Graphviz', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      async (project, pick) => {
        const scripts = project.map((one, at) => [`d${at}.topology.js`, textOf(one)])
        const all = await architecture(Object.fromEntries(scripts))
        const names = [...all.things.keys()]
        const expected = naive(pairsOf(project), names)
        const start = names[pick % names.length] as string
        const byGraphviz = hasGraphviz ? graphvizDistances(await dotOf(all), start) : undefined
        for (const id of names) {
          const distance = expected.distance(start, id)
          if (byGraphviz !== undefined) expect([id, byGraphviz.get(id)]).toEqual([id, distance])
          const affected = answerTo({ about: id, impact: true }, all).items as AffectedThing[]
          expect(
            Object.fromEntries(affected.map(({ id: nodeId, distance: steps }) => [nodeId, steps])),
          ).toEqual(Object.fromEntries(names.flatMap((from) => reaches(from, id))))
          const found = (answerTo({ about: start, to: id }, all).items as FoundPath[]).map(
            ({ ids: pathIds }) => pathIds,
          )
          const paths =
            distance === undefined || distance === 0 ? [] : expected.paths(start, id, distance)
          expect(found.toSorted()).toEqual(paths.toSorted())
        }
        function reaches(from: string, id: string): [string, number][] {
          const distance = expected.distance(from, id)
          return from === id || distance === undefined ? [] : [[from, distance]]
        }
      },
    ),
    { numRuns: cases(200, 0.05) },
  )
})

test('of several ends, only the nearest are answered', async () => {
  const nodes = ['web', 'api', 'db-a', 'db-b', 'db-c'].map(
    (id) => `t.createProcess({ id: '${id}', label: '${id}' })`,
  )
  const links = ['web:api', 'api:db-a', 'api:db-b', 'db-b:db-c'].map((pair) =>
    pair.replace(':', "', '"),
  )
  const all = await architecture({
    'a.topology.js': diagram([...nodes, ...links.map((pair) => `t.connect('${pair}')`)]),
  })
  const found = answerTo({ about: 'web', to: 'db-*' }, all).items as FoundPath[]
  expect(found.map(({ ids: pathIds }) => pathIds.join(' '))).toEqual([
    'web api db-a',
    'web api db-b',
  ])
})

test('shortest paths are bounded', async () => {
  const lines = ["t.createProcess({ id: 'n0', label: 'n0' })"]
  for (let at = 1; at <= 30; at++) {
    for (const id of [`a${at}`, `b${at}`, `n${at}`])
      lines.push(`t.createProcess({ id: '${id}', label: '${id}' })`)
    for (const side of ['a', 'b'])
      lines.push(`t.connect('n${at - 1}', '${side}${at}')`, `t.connect('${side}${at}', 'n${at}')`)
  }
  const answer = answerTo(
    { about: 'n0', to: 'n30' },
    await architecture({ 'a.topology.js': diagram(lines) }),
  )
  expect(answer).toMatchObject({ hasMore: true })
  expect(answer.items).toHaveLength(MOST_PATHS)
})

test('a pattern with many stars takes no time', async () => {
  const id = 'a'.repeat(190)
  const all = await architecture({
    'a.topology.js': diagram([`t.createProcess({ id: '${id}', label: 'A' })`]),
  })
  expect(all.matching(`${'*a'.repeat(60)}*`)).toEqual([id])
  expect(all.matching(`${'*a'.repeat(60)}*b`)).toEqual([])
  expect([all.matching('a*'), all.matching(`a*${id.slice(1)}`), all.matching('a')]).toEqual([
    [id],
    [id],
    [],
  ])
})
