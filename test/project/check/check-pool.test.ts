/** Check pool: every script gets a result, or the run ends with an error. */
import { setImmediate as immediately, setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { KnownError } from '../../../src/errors.ts'
import { checkScript } from '../../../src/project/check/check.ts'
import { openCheckPool, openWorkers } from '../../../src/project/check/check-pool.ts'
import type { Checker, Examine } from '../../../src/project/check/examine.ts'
import { scriptOf } from '../../../src/project/script/load.ts'
import { makeFolder } from '../folder.ts'

let threads: Checker | undefined
afterEach(() => threads?.close())

/** Starts workers that obey the code, or report it as the rule of a finding. */
function start(module: string, count = 2, inProcess?: Examine, timeoutMs?: number): Checker {
  const file = makeFolder().write('thread.mjs', module)
  threads = openWorkers(pathToFileURL(file), { count, inProcess, timeoutMs })
  return threads
}

const place = { line: 1, column: 1, endLine: 1, endColumn: 1 }
const examinedAs = (rule: string): Awaited<ReturnType<Examine>> => ({
  findings: [{ rule, severity: 'error', message: '', fix: '', ...place }],
})

const OBEDIENT = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ code }) => {
    if (code === 'wait') for (;;);
    const [, ms] = /^wait (\\d+)/.exec(code) ?? []
    if (ms) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms))
    if (code === 'die') process.exit(1)
    if (code === 'throw') throw new Error('no such thing')
    if (code === 'fail') return parentPort.postMessage({ error: new TypeError('a bug of ours') })
    if (code === 'explain')
      return parentPort.postMessage({
        known: { message: 'a package is missing', code: 'TOPO_PACKAGE_MISSING', exitCode: 2, hint: 'install it' },
      })
    parentPort.postMessage({ result: { findings: [{ rule: code }] } })
  })
  parentPort.postMessage('ready')`

it('the pool returns results in the order of the requests', async () => {
  const { examine } = start(OBEDIENT)
  const codes = Array.from({ length: 50 }, (_, n) => `code ${n}`)
  const results = await Promise.all(codes.map((code) => examine(code, {})))
  expect(results.map(({ findings }) => findings[0]?.rule)).toEqual(codes)
})

it('the pool continues with the others if a result arrives when its time is over already', async () => {
  const { examine } = start(OBEDIENT, 1, undefined, 1000)
  await examine('warm up', {})
  const [first, ...others] = ['wait 700', 'wait 500', 'c'].map((code) => examine(code, {}))
  const late = first?.catch((error) => error.message)
  // The result arrives before this thread can look at it, as after a pause of the machine. Timers come first.
  await immediately()
  const begin = performance.now()
  while (performance.now() - begin < 1050);
  expect(await late).toMatch(/1 s/)
  expect((await Promise.all(others)).map(({ findings }) => findings[0]?.rule)).toEqual([
    'wait 500',
    'c',
  ])
})

it('the pool reports the script that a worker died on, and continues with the others', async () => {
  const { examine } = start(OBEDIENT)
  const codes = ['a', 'die', 'b', 'throw', 'c', 'die', 'd']
  const results = await Promise.all(codes.map((code) => examine(code, {})))
  expect(results.map(({ findings: [finding] }) => [finding?.rule, finding?.message])).toEqual([
    ['a', undefined],
    ['runtime', 'The check of this script was aborted: its worker thread exited'],
    ['b', undefined],
    ['runtime', 'The check of this script was aborted: no such thing'],
    ['c', undefined],
    ['runtime', 'The check of this script was aborted: its worker thread exited'],
    ['d', undefined],
  ])
})

it('the calling thread checks scripts too', async () => {
  const checkedHere: string[] = []
  const { examine } = start(OBEDIENT, 1, async (code) => {
    checkedHere.push(code)
    await setTimeout(20)
    return examinedAs(code)
  })
  // The worker is faster.
  const codes = Array.from({ length: 1000 }, (_, n) => `code ${n}`)
  const results = await Promise.all(codes.map((code) => examine(code, {})))
  expect(results.map(({ findings }) => findings[0]?.rule)).toEqual(codes)
  expect(checkedHere.length).toBeGreaterThan(0)
  expect(checkedHere.length).toBeLessThan(codes.length / 2)
})

it('the pool passes on an explained failure of a worker with its code, exit code and hint', async () => {
  const { examine } = start(OBEDIENT)
  const failure = await examine('explain', {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(KnownError)
  expect(failure).toMatchObject({
    message: 'a package is missing',
    code: 'TOPO_PACKAGE_MISSING',
    exitCode: 2,
    hint: 'install it',
  })
})

it('the pool passes on an internal error of a worker', async () => {
  const { examine } = start(OBEDIENT)
  await expect(examine('fail', {})).rejects.toThrow('a bug of ours')
  expect(await examine('a', {})).toMatchObject({ findings: [{ rule: 'a' }] })
})

it('the pool fails if no worker starts', async () => {
  const { examine } = start("throw new Error('no engine')")
  await expect(
    Promise.all(['wait 700', 'wait 500', 'c'].map((code) => examine(code, {}))),
  ).rejects.toThrow('Cannot start a worker thread: no engine')
  await expect(examine('d', {})).rejects.toThrow('Cannot start a worker thread: no engine')
})

it('a closed pool checks no more scripts', async () => {
  const checkedHere: string[] = []
  const { examine, close } = start("import 'node:worker_threads'", 0, async (code) => {
    checkedHere.push(code)
    await setTimeout(10)
    return examinedAs(code)
  })
  const [first] = ['wait 700', 'wait 500', 'c'].map((code) => examine(code, {}))
  await first
  await close.call(threads)
  const checked = [...checkedHere]
  void examine('d', {})
  await setTimeout(60)
  expect(checkedHere).toEqual(checked)
  expect(checkedHere).not.toContain('c')
})

it('the calling thread checks all scripts if no worker starts', async () => {
  const { examine } = start("throw new Error('no engine')", 1, async (code) => {
    await setTimeout(20)
    return examinedAs(code)
  })
  const results = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((code) => examine(code, {})))
  expect(results.map(({ findings }) => findings[0]?.rule)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('the pool reports TOPO_BUSY after a timeout of one worker, and continues with the others', async () => {
  const { examine } = start(OBEDIENT, 1, undefined, 1000)
  const [waited, other] = await Promise.allSettled(['wait', 'b'].map((code) => examine(code, {})))
  expect(waited).toMatchObject({ reason: { code: 'TOPO_BUSY', exitCode: 75, retryable: true } })
  expect(other).toMatchObject({ value: { findings: [{ rule: 'b' }] } })
})

it('a script without a result in time has a finding, and the others keep their results', async () => {
  const { examine } = start(OBEDIENT, 1, undefined, 1000)
  const { root, at } = makeFolder()
  const checked = await Promise.all(
    ['a', 'wait', 'b'].map(async (code) =>
      checkScript(await scriptOf(Buffer.from(code), at(`${code}.topology.js`), { root }), examine),
    ),
  )
  expect(checked.map(({ findings }) => findings.map(({ rule, path }) => [rule, path]))).toEqual([
    [['a', 'a.topology.js']],
    [['TOPO_BUSY', 'wait.topology.js']],
    [['b', 'b.topology.js']],
  ])
})

it('no pool opens when topo runs from its sources', () => {
  expect(openCheckPool()).toBeUndefined()
})
