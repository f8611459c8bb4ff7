/** Isolation: each hostile script has a finding, and does not affect the next script. */
import { describe, expect, it } from 'vitest'
import { readTopology } from '../../src/topology/index.ts'
import { oneOf } from '../cases.ts'
import { HOSTILE } from './hostile.ts'

const read = (text: string, limits: { steps?: number; memory?: number } = {}) =>
  readTopology(text, { limits })

/** Low limits, so that hostile scripts end quickly. */
const narrow: Record<string, { steps?: number; memory?: number }> = {
  timeout: { steps: 2_000_000 },
  memory: { memory: 16 * 1024 * 1024 },
}

/** Checks that the next script works and sees nothing of the one before. */
async function expectNextToWork() {
  const { topology, problems } = await read(`
    const t = new TopologyBuilder(true)
    t.createProcess({ id: String([].polluted ?? {}.polluted ?? globalThis.polluted ?? 'clean') })
    await t.apply()`)
  expect(problems).toEqual([])
  expect(topology?.nodes.map(({ id }) => id)).toEqual(['clean'])
}

for (const [rule, scripts] of Object.entries(HOSTILE)) {
  describe(rule, () => {
    it.each(oneOf(6, Object.entries(scripts)))('%s', async (_, text) => {
      const { topology, problems } = await read(text, narrow[rule])
      expect(topology).toBeUndefined()
      expect(problems.map((problem) => problem.rule)).toEqual([rule])
      expect(problems.every(({ message }) => message !== '' && message.length <= 300)).toBe(true)
      await expectNextToWork()
    })
  })
}

describe('the recorder', () => {
  const RECORDED = `
    const t = new TopologyBuilder(true)
    t.createGroup('g', { label: 'G', layer: 'l', style: { a: 1 }, extra: 1 }).addProcess({ id: 'a', label: 'A', capacity: { maxRps: 1 } }).newRow()
    t.connect('g', 'a', { type: 'http', label: 'asks' })
    t.unknown({ id: 'u' })
    await t.apply()
    const f = new FlowBuilder()
    f.scenario('s', 'S').from('g').to('a').parallel([['g', 'a']])
    return f`

  it.each([
    [
      'Array.prototype',
      'for (const k of Object.getOwnPropertyNames(Array.prototype)) if (k !== "constructor" && k !== "length") Array.prototype[k] = () => { throw 1 }',
    ],
    ['the iterator of arrays', 'Array.prototype[Symbol.iterator] = function* () { yield 7 }'],
    [
      'toJSON',
      'for (const C of [Object, Array, String, Number, Boolean]) C.prototype.toJSON = () => "forged"',
    ],
    [
      'setters of Object.prototype',
      'for (const k of ["id", "is", "at", "kind", "label", "0", "1", "number", "next"]) Object.defineProperty(Object.prototype, k, { set() { throw 1 }, get() { return undefined }, configurable: true })',
    ],
    ['JSON', 'JSON.stringify = () => "{}"; JSON.parse = () => ({}); JSON = null'],
    [
      'Promise',
      'Promise.prototype.then = () => { throw 1 }; Promise.resolve = () => { throw 1 }; Promise = null',
    ],
    [
      'Reflect and Object',
      'Reflect.apply = Reflect.get = Reflect.has = Reflect.ownKeys = () => { throw 1 }; Object.defineProperty = Object.setPrototypeOf = Object.create = () => { throw 1 }',
    ],
    [
      'String',
      'String.prototype.slice = String.prototype.toString = () => "forged"; String = null',
    ],
    [
      'Function.prototype',
      'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }',
    ],
    ['Symbol', 'Symbol = null'],
    [
      'the global object',
      'for (const k of Object.getOwnPropertyNames(globalThis)) if (k !== "globalThis" && !k.endsWith("Builder")) try { globalThis[k] = undefined } catch {}',
    ],
  ])('records the same after changes to %s', async (_, pollution) => {
    const simple = ({ topology, problems }: Awaited<ReturnType<typeof read>>) => {
      expect(problems).toEqual([])
      return JSON.stringify(topology, (key, value) => (key === 'at' ? undefined : value))
    }
    expect(simple(await read(`${pollution}\n${RECORDED}`))).toBe(simple(await read(RECORDED)))
    await expectNextToWork()
  })

  it('the recorder reads a getter once', async () => {
    const { topology } = await read(
      "let n = 0; const t = new TopologyBuilder(true); t.createProcess({ get id() { return 'a' + n++ }, get label() { return 'b' + n++ } })",
    )
    expect(topology?.nodes).toMatchObject([{ id: 'a0', label: 'b1' }])
  })
})

it('scripts can run concurrently', async () => {
  const texts = Array.from(
    { length: 20 },
    (_, i) => `const t = new TopologyBuilder(true); await null; t.createProcess({ id: 'n${i}' })`,
  )
  const readings = await Promise.all(texts.map((text) => read(text)))
  expect(readings.map(({ topology }) => topology?.nodes[0]?.id)).toEqual(
    texts.map((_, i) => `n${i}`),
  )
})
