/** Pauses of a watch, to the millisecond: nothing is done just before one ends, and it is done just after. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ExitCode, KnownError } from '../../../src/errors.ts'
import { readSettled, waitUntilSettled } from '../../../src/sync/watch/file-settled.ts'
import { watchFiles } from '../../../src/sync/watch/file-watcher.ts'
import { pauseAfter, WaitingScripts } from '../../../src/sync/watch/waiting-scripts.ts'
import { watchSaves } from '../../../src/sync/watch/watch-saves.ts'
import { TestClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'

const errorOf = (exitCode: ExitCode) => new KnownError('no', { code: 'TOPO_NO', exitCode })

/** Tells whether the work is done. */
function watched(work: Promise<unknown>) {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  return () => isDone
}

test.each([
  ['an outage', ExitCode.temporary, 2000],
  ['a quota that is used up', ExitCode.quota, 60_000],
])('waiting scripts are sent again after %s', async (_what, exitCode, milliseconds) => {
  const clock = new TestClock()
  let retries = 0
  const waiting = new WaitingScripts(clock, () => {
    retries++
  })
  waiting.retryIn(pauseAfter(errorOf(exitCode)))
  await clock.advance(1000)
  // A later error sets the time anew.
  waiting.retryIn(pauseAfter(errorOf(exitCode)))
  await clock.advance(milliseconds - 1)
  expect(retries).toBe(0)
  await clock.advance(1)
  expect(retries).toBe(1)
  waiting.retryIn(1)
  waiting.close()
  await clock.advance(1000)
  expect(retries).toBe(1)
})

/** Watches the saves of a folder with one script. */
async function saving(settleMs: number) {
  const { root, at, write } = makeFolder({ 'a.topology.js': '', 'topo.config.json': '{}' })
  const clock = new TestClock()
  const script = { file: at('a.topology.js'), script: undefined }
  const saved: string[] = []
  const reopened: number[] = []
  const saves = watchSaves({
    root,
    clock,
    poll: false,
    settleMs,
    scripts: new Map([[script.file, script]]),
    select: async () => [],
    add: () => script,
    reopen: async () => {
      reopened.push(clock.elapsed())
      return undefined
    },
    drop: () => {},
    onSave: ({ file }) => saved.push(file),
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(() => saves.close())
  await saves.ready
  return { clock, saves, script, saved, reopened, write }
}

test('a script is reported once, its settle time after the last of several saves', async () => {
  const { clock, saves, script, saved } = await saving(30)
  saves.schedule(script)
  await clock.advance(29)
  saves.schedule(script)
  await clock.advance(29)
  expect(saved).toEqual([])
  await clock.advance(1)
  expect(saved).toEqual([script.file])
})

test('settings are read half a second after they were saved, and scripts are held until then', async () => {
  const { clock, saves, script, saved, reopened, write } = await saving(30)
  write('topo.config.json', '{ }')
  await vi.waitFor(() => expect(clock.pauses()).toContain(500), 10_000)
  saves.schedule(script)
  await clock.advance(499)
  expect([reopened, saved]).toEqual([[], []])
  await clock.advance(1)
  expect(reopened).toHaveLength(1)
  await clock.advance(1000)
  expect(saved).toEqual([script.file])
})

test('a file counts as saved 15 ms after its size was the same, and a missing one is looked for after 75 ms', async () => {
  const { at } = makeFolder({ 'a.txt': 'whole' })
  const clock = new TestClock()
  const read = watched(readSettled(at('a.txt'), async () => 'read', clock))
  expect(await clock.justBeforeNext()).toBe(15)
  expect(read()).toBe(false)
  await clock.advance(1)
  await vi.waitFor(() => expect(read()).toBe(true))

  const isSettled = watched(waitUntilSettled(at('a.txt'), clock))
  expect(await clock.justBeforeNext()).toBe(15)
  expect(isSettled()).toBe(false)
  await clock.advance(1)
  await vi.waitFor(() => expect(isSettled()).toBe(true))

  const isGone = watched(waitUntilSettled(at('none.txt'), clock))
  expect(await clock.justBeforeNext()).toBe(75)
  expect(isGone()).toBe(false)
  await clock.advance(1)
  await vi.waitFor(() => expect(isGone()).toBe(true))
})

/** Watches the files of an empty folder. */
async function watchingFiles() {
  const { root, at } = makeFolder()
  const clock = new TestClock()
  const reported: string[] = []
  const files = watchFiles({
    root,
    clock,
    poll: false,
    onFile: (file) => reported.push(file),
    onError: (error) => {
      throw error
    },
  })
  onTestFinished(() => files.close())
  await files.ready
  return { clock, at, reported }
}

test('a saved file is looked at again after 15 and 60 ms', async () => {
  const { clock, at, reported } = await watchingFiles()
  const file = at('a.topology.js')
  writeFileSync(file, 'a')
  expect(await clock.justBeforeNext()).toBe(15)
  await clock.advance(1)
  expect(await clock.justBeforeNext()).toBe(45)
  writeFileSync(file, 'another save')
  const before = reported.length
  await clock.advance(1)
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(before))
})

test('a new folder is read again after 0.1, 1 and 5 seconds', async () => {
  const { clock, at } = await watchingFiles()
  mkdirSync(at('new'))
  const pauses: number[] = []
  for (let look = 0; look < 3; look++) {
    pauses.push(await clock.justBeforeNext())
    await clock.advance(1)
  }
  expect(pauses).toEqual([100, 900, 4000])
})
