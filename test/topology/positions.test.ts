/** Every element has the position of its call, in any notation. */
import { describe, expect, it } from 'vitest'
import { readTopology, type Topology } from '../../src/topology/index.ts'

async function read(text: string): Promise<Topology> {
  const { topology, problems } = await readTopology(text)
  expect(problems).toEqual([])
  if (topology === undefined) throw new Error('no topology')
  return topology
}

const START = 'const t = new TopologyBuilder(true);\n'

/** `‹` marks the expected start of the node, `›` the end of its call. */
async function expectNodeAt(marked: string) {
  const text = START + marked.replace(/[‹›]/g, '')
  const { nodes } = await read(text)
  const place = (mark: string) => {
    const before =
      (START + marked)
        .replace(mark === '‹' ? '›' : '‹', '')
        .split(mark)[0]
        ?.split('\n') ?? []
    return [before.length, (before.at(-1)?.length ?? 0) + 1]
  }
  expect(nodes.length).toBeGreaterThan(0)
  for (const { at } of nodes) {
    expect([at.line, at.column]).toEqual(place('‹'))
    expect([at.endLine, at.endColumn]).toEqual(place('›'))
  }
}

describe('position of a node', () => {
  it.each([
    ['a plain call', "t.‹createProcess({ id: 'a' })›"],
    ['a call over lines', "t\n  .‹createProcess({\n  id: 'a',\n})›"],
    ['a loop', "for (const id of ['a', 'b']) {\n  t.‹createProcess({ id })›\n}"],
    ['a helper', "const add = (id) => t.‹createProcess({ id })›\nadd('a')\nadd('b')"],
    [
      'a class',
      "class M extends TopologyBuilder { add(id) { return this.‹createProcess({ id })› } }\nnew M(true).add('a')",
    ],
    [
      'super',
      "class M extends TopologyBuilder { createProcess(c) { return super.‹createProcess(c)› } }\nnew M(true).createProcess({ id: 'a' })",
    ],
    ['an alias', "const create = t.createProcess\ncreate.‹call(t, { id: 'a' })›"],
    ['bind', "const create = t.createProcess.bind(t)\n‹create({ id: 'a' })›"],
    ['apply', "t.createProcess.‹apply(t, [{ id: 'a' }])›"],
    ['Reflect', "Reflect.‹apply(t.createProcess, t, [{ id: 'a' }])›"],
    ['forEach', "['a', 'b'].forEach((id) => t.‹createProcess({ id })›)"],
    ['a native callback', "[{ id: 'a' }].‹forEach(t.createProcess, t)›"],
    [
      'an async helper',
      "const add = async (id) => { await null; t.‹createProcess({ id })› }\nawait Promise.all(['a', 'b'].map(add))",
    ],
    ['spread', "t.‹createProcess(...[{ id: 'a' }])›"],
    [
      'spread of a generator that calls',
      "const f = () => 1\nfunction* g() { f(); yield { id: 'a' }; f() }\nt.‹createProcess(...g())›",
    ],
    ['arguments that call', "const f = (x) => x\nt.‹createProcess(f({ id: f('a') }))›"],
    ['getters that call', "const f = (x) => x\nt.‹createProcess({ get id() { return f('a') } })›"],
    ['a computed name', "t[‹'createProcess'](/* why not */ { id: 'a' }, )›"],
    ['an optional call', "t?.‹createProcess?.({ id: 'a' })›"],
    ['parentheses', "(t.createProcess, t).‹createProcess(({ id: 'a' }))›"],
    ['no arguments', 't.‹createProcess( /* none */ )›'],
    ['comments', "t.‹createProcess({ id: 'a' } // one\n)›"],
    ['await in an argument', "t.‹createProcess(await { id: 'a' })›"],
    [
      'yield in an argument',
      "function* g() { t.‹createProcess(yield)› }\nconst i = g(); i.next(); i.next({ id: 'a' })",
    ],
    [
      'a timer',
      "await new Promise((done) => setTimeout(() => { t.‹createProcess({ id: 'a' })›; done() }, 5))",
    ],
    ['wide characters before it', "/* 😀é */ t.‹createProcess({ id: 'a' })›"],
    [
      'a type annotation',
      "const id: string = 'a'; (t as any).‹createProcess<string>({ id } as const)›",
    ],
    ['a non-null assertion', "t!.‹createProcess!({ id: 'a' } satisfies object)›"],
  ])('%s', (_, text) => expectNodeAt(text))

  it('chained calls have different positions', async () => {
    const { nodes, edges } = await read(
      `${START}t.createProcess({ id: 'a' }).createProcess({ id: 'b' }).connect('a', 'b')`,
    )
    expect([...nodes, ...edges].map(({ at }) => [at.column, at.endColumn])).toEqual([
      [3, 29],
      [30, 56],
      [57, 74],
    ])
  })

  it('a builder has the position of its new expression, also without parentheses', async () => {
    const { builders } = await read(
      '\n  new TopologyBuilder; class M extends TopologyBuilder {}; new M',
    )
    expect(builders.map(({ at }) => [at.line, at.column, at.endColumn])).toEqual([
      [2, 3, 22],
      [2, 60, 65],
    ])
  })

  it('a byte order mark does not move positions', async () => {
    const { builders } = await read('\uFEFFnew TopologyBuilder(true)')
    expect(builders[0]?.at).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 26 })
  })
})

it.each([
  ['after a call', 'f()\n\nconst a = ‹b.c'],
  ['as an argument', 'f({ id: ‹b })'],
  ['called', 'f(); if (true) ‹b()'],
  ['beside keys of the same name', 'f({ b: 1 }).b; f({ b: 2, [‹b]: 3 })'],
  ['as a shorthand', 'f({ ‹b })'],
  ['in TypeScript', 'const x: number = 1; f(x as any); const y: string = ‹b'],
])('position of an undefined name: %s', async (_, marked) => {
  const text = `const f = (x) => x ?? {}\n${marked}`
  const { problems } = await readTopology(text.replace('‹', ''))
  const before = text.split('‹')[0]?.split('\n') ?? []
  const line = before.length
  const column = (before.at(-1)?.length ?? 0) + 1
  expect(problems).toMatchObject([
    { rule: 'runtime', line, column, endLine: line, endColumn: column + 1 },
  ])
})
