/** Locks of a data folder: which processes have ended, which cannot be examined, and what a suspended one may do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { KnownError } from '../../../src/errors.ts'
import { DataLockedError } from '../../../src/mock/persist/errors.ts'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { ownIdentity, type ProcessIdentity } from '../../../src/mock/persist/identity.ts'
import { Lock } from '../../../src/mock/persist/lock.ts'
import { encodeLock } from '../../../src/mock/persist/lock-file.ts'
import { repair } from '../../../src/mock/persist/repair.ts'
import { whenUnlocked } from '../../../src/mock/persist/wait-for-lock.ts'
import { type TestService, testService } from '../service.ts'

const key = 'ca_demo_carol'
const lease = 300
const linux = process.platform === 'linux'

function dataFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'topo-lock-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Writes a lock of another process. */
function lockOf(data: string, changes: Partial<ProcessIdentity> & { held?: boolean; url?: string }): string {
  const path = join(data, `lock-${changes.pid ?? process.pid}-7`)
  const secret = 'ab'.repeat(32)
  const content = { ...ownIdentity(), held: true, tookOver: false, secret, url: null, ...changes }
  writeFileSync(path, encodeLock(content))
  return path
}

const otherContainer = { pid: 1, started: '77', space: 'another container', network: 'net:[1]', host: 'box' }
const locksIn = (data: string) => readdirSync(data).filter((name) => name.startsWith('lock-'))
const lockPath = (data: string) => join(data, locksIn(data)[0] as string)

const create = (service: TestService, slug: string, code = '') =>
  service.request('/v1/scripts', {
    key,
    method: 'POST',
    body: JSON.stringify({ slug, name: slug, type: 'sketch', code }),
  })
const slugsIn = (service: TestService) =>
  ((service.control.state().tables.scripts ?? []) as unknown as { slug: string }[])
    .map(({ slug }) => slug)
    .filter((slug) => /^s\d/.test(slug))

/** Milliseconds until the folder is free, or the error. */
async function open(data: string): Promise<{ service: TestService; waited: number }> {
  const begin = performance.now()
  const service = await whenUnlocked(() => testService({ data, lease }), { lease })
  onTestFinished(() => service.close())
  return { service, waited: performance.now() - begin }
}

/** What another process in its own container would do: the lock names a process that cannot be examined here. */
async function takeOver(data: string): Promise<TestService> {
  makeForeign(data)
  return (await open(data)).service
}

function makeForeign(data: string): void {
  const path = lockPath(data)
  writeFileSync(path, encodeLock({ ...JSON.parse(readFileSync(path, 'utf8')), ...otherContainer }))
}

test('the lock of a process that has ended is taken over at once', async () => {
  const data = dataFolder()
  const gone = spawn(process.execPath, ['--version'])
  await once(gone, 'close')
  lockOf(data, { pid: gone.pid as number })
  const service = testService({ data })
  expect(locksIn(data)).toHaveLength(1)
  service.close()
  expect(locksIn(data)).toEqual([])
})

test.runIf(linux)('a pid that another process has now does not keep a dead lock', () => {
  const data = dataFolder()
  lockOf(data, { pid: process.ppid, started: '1' })
  testService({ data }).close()
  // This process itself may have the pid of one that has ended.
  lockOf(data, { started: '1' })
  testService({ data }).close()
})

test.runIf(linux)('a process that has ended and is not reaped yet has no lock', async () => {
  const data = dataFolder()
  // The shell becomes a program that never asks for the end of its child.
  const shell = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 30'])
  onTestFinished(() => void shell.kill())
  const pid = Number(String((await once(shell.stdout, 'data'))[0]))
  const field = (at: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[at]
  lockOf(data, { pid, started: field(19) as string })
  await expect.poll(() => field(0)).toBe('Z')
  testService({ data }).close()
})

test.runIf(linux)('a process that runs keeps its lock, however long it is silent', async () => {
  const data = dataFolder()
  const sleeper = spawn('sleep', ['30'])
  onTestFinished(() => void sleeper.kill())
  const stat = readFileSync(`/proc/${sleeper.pid}/stat`, 'utf8')
  const path = lockOf(data, {
    pid: sleeper.pid as number,
    started: stat.split(') ')[1]?.split(' ')[19] as string,
  })
  process.kill(sleeper.pid as number, 'SIGSTOP')
  utimesSync(path, 0, 0)
  const refusal = whenUnlocked(() => testService({ data, lease }), { lease, patience: 3 * lease })
  await expect(refusal).rejects.toMatchObject({
    ...{ code: 'TOPO_DATA_LOCKED', exitCode: 75 },
    message: expect.stringContaining(`in use by process ${sleeper.pid}.`),
  })
  expect(existsSync(path)).toBe(true)
})

test('two processes 1 of two containers are told apart: one that writes its lock keeps it', async () => {
  const data = dataFolder()
  const path = lockOf(data, otherContainer)
  const beat = setInterval(() => writeFileSync(path, readFileSync(path)), lease / 6)
  onTestFinished(() => clearInterval(beat))
  await expect(open(data)).rejects.toMatchObject({
    code: 'TOPO_DATA_LOCKED',
    message: expect.stringContaining('in use by process 1 of another container or machine (box)'),
  })
  expect(() => repair({ path: data, dryRun: false })).toThrow(/contains no data/)
  expect(existsSync(path)).toBe(true)
})

test.each([
  ['of another container', (data: string) => lockOf(data, otherContainer)],
  ['that is empty', (data: string) => void writeFileSync(join(data, 'lock-1-7'), '')],
  ['that is nonsense', (data: string) => void writeFileSync(join(data, 'lock-1-7'), '{"pid":1,"held":[]}')],
])('a lock %s is taken over once nobody has written it for the lease', async (_what, make) => {
  const data = dataFolder()
  make(data)
  expect(() => testService({ data, lease })).toThrow(DataLockedError)
  const { service, waited } = await open(data)
  expect(waited).toBeGreaterThan(lease * 0.9)
  expect((await create(service, 's1')).status).toBe(200)
  expect(existsSync(join(data, 'lock-1-7'))).toBe(false)
})

test('the age of a lock proves nothing: only time in which this process watched counts', async () => {
  const data = dataFolder()
  const path = lockOf(data, otherContainer)
  utimesSync(path, 0, 0)
  expect(() => testService({ data, lease })).toThrow(DataLockedError)
  // This process sleeps, as the other one may have done.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * lease)
  expect(() => testService({ data, lease })).toThrow(DataLockedError)
  expect(existsSync(path)).toBe(true)
})

test('a running service writes its lock, readable by its user only', async () => {
  const data = dataFolder()
  const service = testService({ data, lease })
  const path = lockPath(data)
  const before = statSync(path).mtimeMs
  await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(before)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  service.close()
  expect(locksIn(data)).toEqual([])
})

test('a process that lost its lock neither writes nor answers, and says why', async () => {
  const data = dataFolder()
  const first = testService({ data, lease: 60_000 })
  expect((await create(first, 's1')).status).toBe(200)
  const second = await takeOver(data)
  const journals = () =>
    readdirSync(data)
      .filter((name) => name.startsWith('journal'))
      .sort()
  expect(journals()).toEqual(['journal-1.ndjson', 'journal-2.ndjson'])
  const bytes = () => journals().map((name) => readFileSync(join(data, name), 'utf8'))
  const before = bytes()
  // It wakes up.
  const answers = [await create(first, 's2'), await first.request('/v1/scripts/s1', { key })]
  expect(answers.map(({ status }) => status)).toEqual([507, 507])
  expect(await answers[0]?.json()).toMatchObject({
    error: 'not_stored',
    message: expect.stringMatching(/^Another process has taken over the data folder/),
  })
  expect(await Promise.race([first.failed, wait(1000)])).toMatchObject({
    ...{ code: 'TOPO_DATA_TAKEN_OVER', exitCode: 75 },
  })
  expect(() => first.control.reset()).toThrow(KnownError)
  expect(() => first.control.advance(1)).toThrow(KnownError)
  expect(bytes()).toEqual(before)
  first.close()
  expect((await create(second, 's3')).status).toBe(200)
  second.close()
  const again = testService({ data })
  expect(slugsIn(again)).toEqual(['s1', 's3'])
  again.close()
})

test('a write in the very moment of a takeover is not acknowledged, and harms nothing', async () => {
  const data = dataFolder()
  let second: TestService | undefined
  let suspend = false
  // Suspended between the look at its lock and the write. Meanwhile another process takes the folder and reads it.
  const write: typeof nodeFiles.write = (descriptor, bytes, position) => {
    if (suspend && String(Buffer.from(bytes)).includes('"s2"')) {
      suspend = false
      makeForeign(data)
      expect(() => testService({ data, lease: 0 })).toThrow(DataLockedError)
      second = testService({ data, lease: 0 })
      second.control.advance(60)
    }
    return nodeFiles.write(descriptor, bytes, position)
  }
  const first = testService({ data, files: { ...nodeFiles, write } })
  expect((await create(first, 's1')).status).toBe(200)
  suspend = true
  // Longer than any line of the other process, and at the place where that one has written.
  expect((await create(first, 's2', 'x'.repeat(5000))).status).toBe(507)
  expect(slugsIn(first)).toEqual(['s1'])
  if (second === undefined) throw new Error('nobody took the folder')
  expect(slugsIn(second)).toEqual(['s1'])
  expect((await create(second, 's3')).status).toBe(200)
  const expected = second.control.state()
  second.close()
  first.close()
  const again = testService({ data })
  expect(again.control.state()).toEqual(expected)
  again.close()
})

test('what a takeover replaced stays known to the next process, should the new one be killed', async () => {
  const data = dataFolder()
  const path = lockOf(data, otherContainer)
  const locks: Lock[] = []
  const taken = await whenUnlocked(
    () => {
      const lock = new Lock(data, nodeFiles, { lease })
      locks.push(lock)
      return lock
    },
    { lease },
  )
  expect([taken.tookOver, existsSync(path)]).toEqual([true, false])
  // Killed before it started its own journal.
  const content = JSON.parse(readFileSync(lockPath(data), 'utf8'))
  taken.release()
  const dead = join(data, 'lock-2147483646-1')
  writeFileSync(dead, encodeLock({ ...content, pid: 2_147_483_646 }))
  const next = new Lock(data, nodeFiles)
  expect([next.tookOver, existsSync(dead)]).toEqual([true, false])
  next.release()
  const last = new Lock(data, nodeFiles)
  expect(last.tookOver).toBe(false)
  last.release()
})

test('many that start at the same time get the folder one after the other', async () => {
  const data = dataFolder()
  lockOf(data, otherContainer)
  let inside = 0
  const turns = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const lock = await whenUnlocked(() => new Lock(data, nodeFiles, { lease }), { lease, patience: 20_000 })
      expect(++inside).toBe(1)
      await wait(5)
      inside--
      lock.release()
      return 1
    }),
  )
  expect(turns).toHaveLength(12)
  expect(locksIn(data)).toEqual([])
})
