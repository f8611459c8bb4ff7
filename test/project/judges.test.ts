/** The threads that give verdicts: in any case every code gets one, or an error that ends the run. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import type { Judge } from '../../src/project/check.ts'
import { openJudges, Threads } from '../../src/project/judges.ts'
import type { Finding } from '../../src/validator/index.ts'

let threads: Threads | undefined
afterEach(() => threads?.close())

/** Threads that do as the code says, and otherwise find it. */
function start(module: string, count = 2, here?: Judge): Threads {
  const file = join(mkdtempSync(join(tmpdir(), 'topo-judges-')), 'thread.mjs')
  writeFileSync(file, module)
  threads = new Threads(pathToFileURL(file), count, here)
  return threads
}

const judgedAs = (rule: string): Finding[] => [
  { rule, severity: 'error', message: '', fix: '', line: 1, column: 1, endLine: 1, endColumn: 1 },
]

const OBEDIENT = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ code }) => {
    if (code === 'die') process.exit(1)
    if (code === 'throw') throw new Error('no such thing')
    if (code === 'fail') return parentPort.postMessage({ error: new TypeError('a bug of ours') })
    parentPort.postMessage({ findings: [{ rule: code }] })
  })
  parentPort.postMessage('ready')`

it('answers in the order of the questions', async () => {
  const { judge } = start(OBEDIENT)
  const codes = Array.from({ length: 50 }, (_, n) => `code ${n}`)
  const verdicts = await Promise.all(codes.map((code) => judge(code, undefined)))
  expect(verdicts.map(([finding]) => finding?.rule)).toEqual(codes)
})

it('says of which script a thread died, and goes on with the others', async () => {
  const { judge } = start(OBEDIENT)
  const codes = ['a', 'die', 'b', 'throw', 'c', 'die', 'd']
  const verdicts = await Promise.all(codes.map((code) => judge(code, undefined)))
  expect(verdicts.map(([finding]) => [finding?.rule, finding?.message])).toEqual([
    ['a', undefined],
    ['runtime', 'The check of this script broke off: its thread ended'],
    ['b', undefined],
    ['runtime', 'The check of this script broke off: no such thing'],
    ['c', undefined],
    ['runtime', 'The check of this script broke off: its thread ended'],
    ['d', undefined],
  ])
})

it('lets the thread that asks judge as well', async () => {
  const here: string[] = []
  const { judge } = start(OBEDIENT, 1, async (code) => {
    here.push(code)
    await setTimeout(20)
    return judgedAs(code)
  })
  // The other thread is quicker.
  const codes = Array.from({ length: 1000 }, (_, n) => `code ${n}`)
  const verdicts = await Promise.all(codes.map((code) => judge(code, undefined)))
  expect(verdicts.map(([finding]) => finding?.rule)).toEqual(codes)
  expect(here.length).toBeGreaterThan(0)
  expect(here.length).toBeLessThan(codes.length / 2)
})

it('hands on an error of our own', async () => {
  const { judge } = start(OBEDIENT)
  await expect(judge('fail', undefined)).rejects.toThrow('a bug of ours')
  expect(await judge('a', undefined)).toMatchObject([{ rule: 'a' }])
})

it('fails where no thread starts', async () => {
  const { judge } = start("throw new Error('no engine')")
  await expect(Promise.all(['a', 'b', 'c'].map((code) => judge(code, undefined)))).rejects.toThrow(
    'no thread starts: no engine',
  )
  await expect(judge('d', undefined)).rejects.toThrow('no thread starts: no engine')
})

it('has nothing judged any more once it is closed', async () => {
  const here: string[] = []
  const { judge, close } = start("import 'node:worker_threads'", 0, async (code) => {
    here.push(code)
    await setTimeout(10)
    return judgedAs(code)
  })
  const [first] = ['a', 'b', 'c'].map((code) => judge(code, undefined))
  await first
  await close.call(threads)
  const judged = [...here]
  void judge('d', undefined)
  await setTimeout(60)
  expect(here).toEqual(judged)
  expect(here).not.toContain('c')
})

it('does without where none starts but the thread that asks judges too', async () => {
  const { judge } = start("throw new Error('no engine')", 1, async (code) => {
    await setTimeout(20)
    return judgedAs(code)
  })
  const verdicts = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((code) => judge(code, undefined)))
  expect(verdicts.map(([finding]) => finding?.rule)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('needs none where topo runs from its sources', () => {
  expect(openJudges()).toBeUndefined()
})
