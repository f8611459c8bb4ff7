/** Comparison of two topologies. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changesBetween,
  changesMarkdown,
  code,
  codeBlock,
  describeChange,
} from '../../src/diff/index.ts'
import { readTopology, type Topology } from '../../src/topology/index.ts'
import { cases } from '../cases.ts'

async function draw(body: string): Promise<Topology> {
  const text = `const t = new TopologyBuilder(true)\n${body}\nawait t.apply()\n`
  const { topology, problems } = await readTopology(text)
  if (!topology) throw new Error(JSON.stringify(problems))
  return topology
}

const words = async (before: string, after: string) =>
  changesBetween(await draw(before), await draw(after)).map(
    (change) => `${change.change} ${describeChange(change)}`,
  )

const web = "t.createProcess({ id: 'web', label: 'Web' })"
const db = "t.createProcess({ id: 'db', label: 'Database' })"

describe('the diff reports visible changes', () => {
  test.each<[string, string, string, string[]]>([
    ['nothing', web, web, []],
    ['a process', web, `${web}\n${db}`, ['added process db (Database)']],
    ['a process that is gone', `${web}\n${db}`, web, ['removed process db (Database)']],
    [
      'a label',
      web,
      web.replace("'Web'", "'Site'"),
      ['changed process web (Site): label Web → Site'],
    ],
    [
      'a label that is new',
      "t.createProcess({ id: 'x' })",
      "t.createProcess({ id: 'x', label: 'X' })",
      ['changed process x (X): label X added'],
    ],
    [
      'a kind',
      web,
      web.replace('Process', 'Database'),
      ['changed process web (Web): kind process → database'],
    ],
    ['where it stands', `${web}\n${db}`, `${db}\n\n// moved\n${web}`, []],
    [
      'a group',
      `t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' })`,
      `t.createGroup('g', { label: 'G' })\nt.createProcess({ id: 'a', label: 'A' })`,
      ['changed process a (A): group g removed'],
    ],
    [
      'a connection',
      `${web}\n${db}\nt.connect('web', 'db', { type: 'http' })`,
      `${web}\n${db}\nt.connect('web', 'db', { type: 'tcp', port: 5432 })\nt.connect('web', 'db')`,
      [
        'changed connection web->db: type http → tcp, port 5432 added',
        'added connection web->db#2',
      ],
    ],
    ['an id that is there twice', `${web}\n${web}`, web, ['removed process web#2 (Web)']],
    [
      'the order of options',
      "t.createProcess({ id: 'a', style: { x: 1, y: 2 } })",
      "t.createProcess({ style: { y: 2, x: 1 }, id: 'a' })",
      [],
    ],
  ])('%s', async (_what, before, after, expected) => {
    expect(await words(before, after)).toEqual(expected)
  })

  test('scenarios of returned flows are compared by their steps', async () => {
    const flow = (steps: string, end = 'return f') =>
      `${web}\n${db}\nconst f = new FlowBuilder()\nf.scenario('s', 'Buy')${steps}\nawait t.apply()\n${end}`
    expect(await words(flow(".from('web')"), flow(".from('web').to('db')"))).toEqual([
      'changed scenario s (Buy): steps 1 → 2 (+1 −0)',
    ])
    expect(await words(flow(".from('web').to('db')"), flow(".to('db').from('web')"))).toEqual([
      'changed scenario s (Buy): steps in another order',
    ])
    expect(await words(flow(".from('web')", ''), flow(".to('db')", ''))).toEqual([])
  })

  test('positions are compared only without automatic layout', async () => {
    const placed = (x: number) => `t.createProcess({ id: 'a', label: 'A', x: ${x}, y: 2 })`
    expect(await words(placed(1), placed(9))).toEqual([])
  })
})

test('the reverse diff has the reverse changes', async () => {
  const id = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__')
  const node = fc.record({
    id,
    label: fc.constantFrom('One', 'Two'),
    icon: fc.constantFrom('api', 'db'),
  })
  const edge = fc.record({ from: id, to: id, type: fc.constantFrom('http', 'tcp') })
  const drawing = fc
    .record({ nodes: fc.array(node, { maxLength: 5 }), edges: fc.array(edge, { maxLength: 4 }) })
    .map(({ nodes, edges }) =>
      [
        ...nodes.map((one) => `t.createProcess(${JSON.stringify(one)})`),
        ...edges.map(
          ({ from, to, type }) =>
            `t.connect(${JSON.stringify(from)}, ${JSON.stringify(to)}, { type: '${type}' })`,
        ),
      ].join('\n'),
    )
  await fc.assert(
    fc.asyncProperty(drawing, drawing, async (first, second) => {
      const a = await draw(first)
      const b = await draw(second)
      expect(changesBetween(a, a)).toEqual([])
      const there = changesBetween(a, b)
      const back = changesBetween(b, a)
      const turned = {
        added: 'removed',
        removed: 'added',
        changed: 'changed',
        renamed: 'renamed',
      } as const
      const key = ({ what, id: entityId }: { what: string; id: string }) => `${what} ${entityId}`
      const oldIds = new Map(
        there.flatMap(({ id: newId, was }) => (was === undefined ? [] : [[newId, was]])),
      )
      const oldKey = ({ what, id: entityId }: { what: string; id: string }) => {
        const [ends = '', number = ''] = entityId.split('#')
        const old = ends.split('->').map((end) => oldIds.get(end) ?? end)
        return key({ what, id: [old.join('->'), number].filter(Boolean).join('#') })
      }
      expect(new Set(back.map((change) => `${turned[change.change]} ${key(change)}`))).toEqual(
        new Set(there.map((change) => `${change.change} ${oldKey(change)}`)),
      )
    }),
    { numRuns: cases(60) },
  )
})

describe('Markdown', () => {
  test('changes are a list, and names are not markup', async () => {
    const hostile = "t.createProcess({ id: 'x`y', label: '``` </details>\\n# owned ![a](b)' })"
    const text = changesMarkdown(changesBetween(await draw(web), await draw(`${web}\n${hostile}`)))
    expect(text).toBe('- ➕ ````added process x`y (``` </details> # owned ![a](b))````\n')
  })

  test.each(['', '`', '``', 'a`', '` `` ```', 'x\ny', '\u202e'])(
    'inline code encloses %j',
    (given) => {
      const text = code(given)
      const fence = /^`+/.exec(text)?.[0] ?? ''
      expect(text.endsWith(fence)).toBe(true)
      expect(text.slice(fence.length, -fence.length)).not.toContain(fence)
      expect(text).not.toMatch(/[\n\u202e]/)
    },
  )

  test('the content of a code block cannot close it', () => {
    expect(codeBlock('a\n```\nb', 'diff')).toBe('````diff\na\n```\nb\n````\n')
  })
})
