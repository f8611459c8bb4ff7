/**
 * A straight-line script has the topology that the sandbox would record, and all other scripts run
 * there.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '../../../src/topology/parse/parse.ts'
import { readTopology } from '../../../src/topology/read.ts'
import { DEFAULT_LIMITS } from '../../../src/topology/sandbox/limits.ts'
import { readStraightLine } from '../../../src/topology/straight-line/read-straight-line.ts'
import { cases } from '../../cases.ts'
import { corpus, mutilated, program } from '../arbitrary-scripts.ts'
import { nearlyStraight } from './arbitrary-calls.ts'

async function isStraight(text: string): Promise<boolean> {
  const parsed = await parse(text)
  return 'script' in parsed && readStraightLine(parsed.script) !== undefined
}

/** With limits, each script runs. */
const ran = (text: string) => readTopology(text, { limits: DEFAULT_LIMITS })

/** True if the script is straight; then both ways have the same result. */
async function expectSame(text: string): Promise<boolean> {
  if (!(await isStraight(text))) return false
  const read = await readTopology(text)
  const expected = await ran(text)
  expect(read).toEqual(expected)
  // The order of options is that of what topo prints.
  expect(JSON.stringify(read)).toBe(JSON.stringify(expected))
  return true
}

async function countOfSame(texts: fc.Arbitrary<string>, numRuns: number): Promise<number> {
  let straight = 0
  const property = fc.asyncProperty(texts, async (text) => {
    if (await expectSame(text)) straight++
  })
  await fc.assert(property, { numRuns, seed: 1 })
  return straight
}

const gallery = join(import.meta.dirname, '../../../docs/gallery')

describe('a straight-line script has the topology that the sandbox records', () => {
  it('those of the repository', async () => {
    const straight = []
    for (const [name, text] of corpus) if (await expectSame(text)) straight.push(name)
    expect(straight.length).toBeGreaterThan(30)
  })

  it('those of the gallery, of which all are straight', async () => {
    const files = readdirSync(gallery).filter((name) => name.endsWith('.topology.js'))
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) {
      const text = readFileSync(join(gallery, file), 'utf8')
      expect(await expectSame(text.replace('export default', 'return')), file).toBe(true)
    }
  })

  it('generated ones', async () => {
    const count = cases(2000)
    expect(await countOfSame(nearlyStraight, count)).toBeGreaterThan(count / 20)
  })

  it('programs, and mutilated scripts', async () => {
    const texts = fc.oneof(program, mutilated)
    expect(await countOfSame(texts, cases(1000, 0.1))).toBeGreaterThan(0)
  })

  it('with all options, in both forms', async () => {
    const text = `
      const t = new TopologyBuilder(false)
      const label = 'Group'
      const g = t.createGroup('g', { label, style: { 2: 'b', border: 1, 1: 'a' } }, { x: 1, y: -2 })
      g.addProcess({ id: 'a', label: 'A', replicas: 2, capacity: { maxRps: 5, replicas: null }, colour: 1, 7: 1 })
        .newRow().layer('night').autoResize()
      const leaf = (t).createDatabase({ id: 5, label: \`D\\n\` }, { x: 3 }).layer('day').createProcess({ id: 'p' })
      t.connect('a', 'g', { type: 'http', port: 80 }).connect('a', 5).connect('a')
      await t.apply()
      const flow = new FlowBuilder().scenario('s', 'S', { layer: 'night' }).from('a').to('g')
      flow.scenario('z', 'Z', 'why').showMessage('[X] y').parallel([['a', 'g'], ['g', 'a']])
      return flow`
    expect(await expectSame(text)).toBe(true)
  })
})

const START = "const t = new TopologyBuilder(true), g = t.createGroup('g', { label: 'G' })\n"

describe('runs in the sandbox', () => {
  it.each([
    ['a loop', "for (const id of ['a']) g.addProcess({ id })"],
    ['a function', "const add = () => g.addProcess({ id: 'a' }); add()"],
    ['a condition', "g.addProcess(true ? { id: 'a' } : {})"],
    ['a block', "{ g.addProcess({ id: 'a' }) }"],
    ['a computed text', "g.addProcess({ id: 'a' + 1 })"],
    ['a template with a value', 'const n = 1; g.addProcess({ id: `a${n}` })'],
    ['a computed name', "g['addProcess']({ id: 'a' })"],
    ['a spread', "const more = { label: 'A' }; g.addProcess({ id: 'a', ...more })"],
    ['a prototype', "g.addProcess({ id: 'a', __proto__: { label: 'A' } })"],
    ['a getter', "g.addProcess({ get id() { return 'a' } })"],
    ['an unknown method', "g.addNode({ id: 'a' })"],
    ['a method of something else', "t.addProcess({ id: 'a' })"],
    ['a text instead of an object', "g.addProcess('a', { label: 'A' })"],
    ['an object instead of a text', "t.connect('a', 'b', 'http')"],
    ['an element as an argument', "t.connect(g, 'a')"],
    ['a name of nothing', "t.connect(missing, 'a')"],
    ['a name before its declaration', "t.connect(late, 'a'); const late = 'b'"],
    ['a builder with a hidden name', 'const FlowBuilder = 1'],
    ['a promise in a variable', 'const done = t.apply(); await done; await done'],
    ['a return before the end', 'return null; t.apply()'],
    ['types', "const id: string = 'a'; g.addProcess({ id })"],
    ['an assignment', "let id = 'a'; id = 'b'; g.addProcess({ id })"],
    ['a text that is cut', `g.addProcess({ id: '${'x'.repeat(100_001)}' })`],
  ])('%s', async (_, text) => {
    expect(await isStraight(START)).toBe(true)
    expect(await isStraight(START + text)).toBe(false)
  })

  it.each([
    ['a declaration that ends by itself', 'using x = 1'],
    ['an invisible space', 'g.newRow()\u200b'],
    ['half of a character', "g.addProcess({ id: 'a', label: '\ude00' })"],
    ['a line end of Unicode in a comment', 'g.newRow()//\u2028g.newRow()'],
    ['a number with zeros in front', "g.addProcess({ id: 'a', x: 0728.5 })"],
    ['a large hexadecimal number', "g.addProcess({ id: 'a', x: 0x20000000000001800000001 })"],
    ['an invalid number as a name', "g.addProcess({ id: 'a', 00e1: 1 })"],
    ['a number with many digits', "g.addProcess({ id: 'a', x: 18791671.84765625626264514923 })"],
    ['a name with another letter', 'const gr\u00f6\u00dfe = t'],
    ['a name with an escape', "const \\u0024at0p = 'x'"],
    ['a name that is cut', `g.addProcess({ id: 'a', ${'x'.repeat(100_001)}: 1 })`],
    ['too many arguments', `t.connect(${"'g', ".repeat(5)})`],
  ])('%s, which parsers read differently', async (_, text) => {
    expect(await isStraight(START + text)).toBe(false)
  })

  it.each([
    ['parentheses', (depth: number) => `;${'('.repeat(depth)}g.newRow()${')'.repeat(depth)}`, 10],
    [
      'lists',
      (depth: number) => `t.createNode('a', { foo: ${'['.repeat(depth)}${']'.repeat(depth)} })`,
      10,
    ],
  ])('deep %s', async (_, text, most) => {
    expect(await isStraight(START + text(most))).toBe(true)
    expect(await isStraight(START + text(most + 1))).toBe(false)
  })

  it.each([
    ['calls', (count: number) => "t.connect('g', 'g')\n".repeat(count), 4_998],
    ['variables', (count: number) => repeated(count, (n) => `const a${n} = 1\n`), 498],
    ['uses of variables', (count: number) => `const a = 1\nt.connect([${'a,'.repeat(count)}])`, 0],
    [
      'pairs',
      (count: number) => `new FlowBuilder().parallel([${"['g', 'g'],".repeat(count)}])`,
      33_000,
    ],
  ])('many %s', async (_, text, most) => {
    expect(await isStraight(START + text(most))).toBe(most > 0)
    expect(await isStraight(START + text(most * 2 + 10_001))).toBe(false)
  })
})

const repeated = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (__, n) => text(n)).join('')

describe('constants', () => {
  it('that are used too often run, because the sandbox limits what it records', async () => {
    const uses = (count: number) => "t.connect('g', 'g', { label })\n".repeat(count)
    const long = `const label = '${'x'.repeat(90_000)}'\n`
    expect(await expectSame(START + long + uses(4))).toBe(true)
    expect(await isStraight(START + long + uses(5))).toBe(false)
  })

  it('may not multiply', async () => {
    const doubled = Array.from({ length: 40 }, (_, n) => `const a${n + 1} = [a${n}, a${n}]\n`)
    expect(await isStraight(`const a0 = 'x'\n${doubled.join('')}`)).toBe(false)
  })
})

describe('the longest straight-line scripts', () => {
  it('are within the limits of the sandbox', async () => {
    const groups = repeated(496, (n) => `const a${n} = g.addGroup({ id: 'a${n}', label: 'A' })\n`)
    const options = "label,state:'x',shape:'x',icon:'x',layer:'l',style:{a:1,b:2}"
    const nodes = repeated(3_800, (n) => `a${n % 496}.addProcess({ id: 'n${n}', ${options} })\n`)
    const pairs = `new FlowBuilder().parallel([${"['g','g'],".repeat(10_000)}])`
    expect(await expectSame(`${START}const label = 'L'\n${groups}${nodes}${pairs}`)).toBe(true)
  })

  it('may be one chain', async () => {
    expect(await expectSame(`${START}g${'.newRow()'.repeat(4_900)}`)).toBe(true)
  })
})
