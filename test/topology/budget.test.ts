/** The budget of a script: it counts what the interpreter and the host do for it, and never the time of the machine. */
import { resolve } from 'node:path'
import { Script } from 'node:vm'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { readTopology } from '../../src/topology/index.ts'
import { ScriptMemory } from '../../src/topology/sandbox/script-memory.ts'

afterEach(() => vi.restoreAllMocks())

/** Shortens the time that a computation may take: a mocked module would not reach what other test files have loaded. */
function shortenTime(timeout: number): void {
  const run = Script.prototype.runInThisContext
  vi.spyOn(Script.prototype, 'runInThisContext').mockImplementation(function (
    this: Script,
    options,
  ) {
    return run.call(this, { ...options, timeout })
  })
}

const PAGE = 64 * 1024
const ended = async (text: string, limits: { steps?: number; memory?: number } = {}) =>
  (await readTopology(text, { limits })).problems.map(({ rule }) => rule)

describe('a script that has used up its memory ends, whatever it does with the error', () => {
  it.each([
    ['jobs that make jobs', 'const f = async () => { await 0; f(); f() }; f()'],
    ['microtasks', 'const f = () => { queueMicrotask(f); queueMicrotask(f) }; f()'],
    [
      'errors that are caught',
      "const a = []; for (;;) try { a.push('x'.repeat(1e6) + a.length) } catch {}",
    ],
    [
      'jobs of a registry',
      'const r = new FinalizationRegistry(() => {}); const f = () => { for (;;) r.register({}, 1) }; f()',
    ],
    ['timers that make timers', 'const f = () => { for (;;) try { setTimeout(f) } catch {} }; f()'],
  ])('%s', async (_, text) => {
    expect(await ended(text, { memory: 1024 * 1024, steps: 1_000_000_000 })).toEqual(['memory'])
    expect(await ended('new TopologyBuilder(true).createProcess("a")')).toEqual([])
  })
})

describe('long texts of a script', () => {
  const T =
    "const t = new TopologyBuilder(true); t.createProcess({ id: 'a', label: 'x' }); await t.apply();"
  const wait = 'await new Promise((done) => setTimeout(done, 10))'

  it.each([
    ['a timer', "setTimeout(() => { throw i + '€'.repeat(1e6) })"],
    ['a microtask', "{ queueMicrotask(() => { throw i + '€'.repeat(1e6) }); await 0 }"],
  ])('are not kept after %s has thrown them', async (_, once) => {
    expect(await ended(`${T} for (let i = 0; i < 55; i++) ${once}; ${wait}`)).toEqual([])
  })

  it.each([
    ['a timer', "setTimeout(() => { throw 'x'.repeat(1e6) })"],
    ['a promise', "{ Promise.reject('x'.repeat(1e6)); await 0 }"],
    ['a thrown object', "try { throw { message: 'x'.repeat(1e6) } } catch {}"],
    ['a getter', "String({ get a() { return 'x'.repeat(1e6) } }.a)"],
    ['the console', "console.log('x'.repeat(1e6))"],
    ['a name', "try { t['x'.repeat(1e6)]() } catch {}"],
  ])('of %s are the reason that its steps are used up, and no loop is', async (_, once) => {
    const { problems } = await readTopology(
      `${T}\nfor (let i = 0; i < 400; i++)\n${once}\n;${wait}`,
    )
    expect(problems).toMatchObject([
      {
        rule: 'timeout',
        line: 3,
        message: 'The script did not finish within 200 million steps: few calls used them up',
        fix: expect.stringContaining('texts or lists of millions'),
      },
    ])
  })

  it('do not hide an endless loop', async () => {
    const { problems } = await readTopology('const a = [1]\nfor (;;) a.map(String).join()')
    expect(problems).toMatchObject([
      { line: 2, column: 1, message: 'The script did not finish within 200 million steps' },
    ])
  })
})

describe('steps are counted for work without loops', () => {
  // The lower limit was enough when only loops had steps, the upper one is for the same work today.
  it.each([
    ['jobs', 'for (let i = 0; i < 10_000; i++) await 0', 3_000_000, 15_000_000],
    [
      'promises',
      'let n = 0; const f = () => { if (n++ < 10_000) Promise.resolve().then(f) }; f(); await 0',
      7_000_000,
      35_000_000,
    ],
    [
      'timers',
      'let n = 0; await new Promise((done) => { const f = () => (n++ < 3_000 ? setTimeout(f) : done()); f() })',
      3_500_000,
      12_000_000,
    ],
    ['objects', 'for (let i = 0; i < 10_000; i++) ({ a: [i] })', 800_000, 4_000_000],
    [
      'native loops with calls',
      'let a = []; for (let i = 0; i < 800; i++) a = [a]; JSON.stringify(a)',
      750_000,
      2_500_000,
    ],
    ['characters', `/* ${'x'.repeat(1_000_000)} */`, 9_000_000, 40_000_000],
  ])('%s', async (_, text, tooFew, enough) => {
    expect(await ended(text, { steps: tooFew })).toEqual(['timeout'])
    expect(await ended(text, { steps: enough })).toEqual([])
  })

  it('an iteration of a plain loop costs the same as before', async () => {
    const loop = 'for (let i = 0; i < 1_000_000; i++);'
    expect(await ended(loop, { steps: 10_500_000 })).toEqual(['timeout'])
    expect(await ended(loop, { steps: 11_500_000 })).toEqual([])
  })

  it('a getter of the error or the result is part of the budget', async () => {
    const work = 'for (let i = 0; i < 1_000_000; i++);'
    const steps = 16_000_000
    const thrown = `${work} throw { get message() { ${work} return 'late' } }`
    const returned = `${work} return new Proxy({}, { get(_, key) { if (typeof key === 'symbol') { ${work} } } })`
    expect(await ended(thrown, { steps })).toEqual(['timeout'])
    expect(await ended(thrown, { steps: 2 * steps })).toEqual(['runtime'])
    expect(await ended(returned, { steps })).toEqual(['timeout'])
    expect(await ended(returned, { steps: 2 * steps })).toEqual([])
  })

  it('a script of 4,000 nodes takes a quarter of its steps', async () => {
    const { scriptOf }: { scriptOf(nodes: number): string } = await import(
      resolve(import.meta.dirname, '../../bench/script.js')
    )
    expect(await ended(scriptOf(4_000), { steps: 52_000_000 })).toEqual([])
  })
})

describe('the machine is reported instead of the script', () => {
  test('if a script has no verdict in time', async () => {
    shortenTime(20)
    await expect(ended('for (;;);', { steps: 2 ** 31 })).rejects.toMatchObject({
      code: 'TOPO_BUSY',
    })
    vi.restoreAllMocks()
    expect(await ended('new TopologyBuilder(true).createProcess("a")')).toEqual([])
  })

  test('if it has less memory than a script may use', async () => {
    vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
      throw new RangeError('Maximum memory size exceeded')
    })
    await expect(ended('const a = []; for (;;) a.push([1])')).rejects.toMatchObject({
      code: 'TOPO_BUSY',
      message: expect.stringContaining('too little free memory'),
    })
  })
})

describe('the memory of a script', () => {
  it('is exhausted at the third refusal, as the allocator asks for less each time', () => {
    const memory = new ScriptMemory(1024 * 1024)
    const ends = vi.fn()
    memory.startScript(ends)
    const room = (33 * 1024 * 1024 - memory.buffer.byteLength) / PAGE
    for (const pages of [room + 2, room + 1]) expect(() => memory.grow(pages)).toThrow(RangeError)
    expect(memory.isExhausted).toBe(false)
    memory.grow(room)
    for (let n = 0; n < 3; n++) expect(() => memory.grow(1)).toThrow(RangeError)
    expect(memory.isExhausted).toBe(true)
    expect(ends).toHaveBeenCalledOnce()
  })

  it('has a reserve for reading the result', () => {
    const memory = new ScriptMemory(1024 * 1024)
    const room = (33 * 1024 * 1024 - memory.buffer.byteLength) / PAGE
    memory.grow(room)
    memory.useReserve()
    memory.grow(16)
    expect(memory.isExhausted).toBe(false)
    expect(memory.isRefusedByMachine).toBe(false)
    // Not for the next script.
    memory.startScript(() => {})
    for (let n = 0; n < 3; n++) expect(() => memory.grow(1)).toThrow(RangeError)
    expect(memory.isExhausted).toBe(true)
  })
})
