/** Locks of a data folder: which processes have ended, and who gets the folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { Lock, lockName } from '../../../src/mock/persist/lock.ts'
import { whenUnlocked } from '../../../src/mock/persist/wait-for-lock.ts'
import { makeFolder } from '../../project/folder.ts'
import { testService } from '../service.ts'

const linux = process.platform === 'linux'

const dataFolder = () => makeFolder().root

/** Writes a lock of another process. */
function lockOf(data: string, ...[pid, started, host]: Parameters<typeof lockName>): string {
  const path = join(data, lockName(pid, started, host))
  writeFileSync(path, JSON.stringify({ secret: 'ab'.repeat(32), url: null }))
  return path
}

const locksOf = (data: string) => readdirSync(data).filter((name) => name.startsWith('lock-'))

test('the lock of a process that has ended is taken over at once', async () => {
  const data = dataFolder()
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'close')
  lockOf(data, gone.pid)
  const service = testService({ data })
  expect(locksOf(data)).toHaveLength(1)
  service.close()
  expect(locksOf(data)).toEqual([])
})

test.runIf(linux)('a pid that another process has now does not keep a dead lock', () => {
  const data = dataFolder()
  lockOf(data, process.ppid, '1')
  testService({ data }).close()
  // This process itself may have the pid of one that has ended, as in a container that starts again.
  lockOf(data, process.pid, '1')
  testService({ data }).close()
  expect(locksOf(data)).toEqual([])
})

test.runIf(linux)('a process that has ended and is not reaped yet has no lock', async () => {
  const data = dataFolder()
  // The shell becomes a program that never asks for the end of its child.
  const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 30'])
  onTestFinished(() => void shell.kill())
  const pid = Number(String((await once(shell.stdout, 'data'))[0]))
  const field = (at: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[at]
  lockOf(data, pid, field(19))
  await expect.poll(() => field(0)).toBe('Z')
  testService({ data }).close()
})

test.each([
  [
    'that runs',
    () => process.ppid,
    undefined,
    /in use by process \d+\.$/,
    /^Wait until it ends, or stop it\.$/,
  ],
  [
    'of another container',
    () => 1,
    'box',
    /in use by process 1 of another container or machine \(box\)\.$/,
    /^Wait until it ends, or stop it there\. If it was killed, remove \/.*\/lock-1-[\w.-]+\.$/,
  ],
])('a process %s keeps its lock, and the error says what to do', async (_what, pid, host, message, hint) => {
  const data = dataFolder()
  const path = lockOf(data, pid(), undefined, host)
  await expect(whenUnlocked(() => testService({ data }), { patience: 200 })).rejects.toMatchObject({
    ...{ code: 'TOPO_DATA_LOCKED', exitCode: 75 },
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  })
  expect(existsSync(path)).toBe(true)
  expect(locksOf(data)).toHaveLength(1)
})

test.each(['', 'nonsense', '{"secret":1}'])('a lock with the content "%s" is one', async (content) => {
  const data = dataFolder()
  const path = lockOf(data, process.ppid)
  writeFileSync(path, content)
  expect(() => testService({ data })).toThrow(/in use by process/)
  rmSync(path)
  testService({ data }).close()
})

test('a lock is readable by its user only, and says where the data is served', () => {
  const data = dataFolder()
  const lock = new Lock(data, nodeFiles)
  const path = join(data, locksOf(data)[0] as string)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  lock.publish('http://127.0.0.1:4010')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    url: 'http://127.0.0.1:4010',
  })
  lock.release()
  expect(locksOf(data)).toEqual([])
})

test('many that start at the same time get the folder one after the other', async () => {
  const data = dataFolder()
  let inside = 0
  const turns = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const lock = await whenUnlocked(() => new Lock(data, nodeFiles), { patience: 20_000 })
      expect(++inside).toBe(1)
      await wait(5)
      inside--
      lock.release()
      return 1
    }),
  )
  expect(turns).toHaveLength(12)
  expect(locksOf(data)).toEqual([])
})
