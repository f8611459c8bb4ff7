/** Locks of a data folder: only a process that lives has one, and one process gets the folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { DataLockedError } from '../../../src/mock/persist/errors.ts'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { Lock } from '../../../src/mock/persist/lock.ts'
import { type Listening, listenAt, readSocket } from '../../../src/mock/persist/sockets.ts'
import { whenUnlocked } from '../../../src/mock/persist/wait-for-lock.ts'
import { makeFolder } from '../../project/folder.ts'
import { storedService } from '../service.ts'

const dataFolder = () => makeFolder().root

const locksOf = (data: string) => readdirSync(data).filter((name) => name.startsWith('lock-'))
const lockIn = (data: string) => join(data, locksOf(data)[0] as string)

/** Before or after every lock of this test, as if its process had started then. */
const earlyLock = 'lock-0000000000000000-abcdef'
const lateLock = 'lock-9999999999999999-abcdef'

const holder = {
  pid: 7,
  host: 'box',
  isOwner: true,
  secret: 'ab'.repeat(32),
  url: null,
}

/** A socket of another process, as long as the test runs. */
async function lockOf(data: string, name: string, text: string): Promise<Listening> {
  const server = await listenAt(join(data, name), () => text)
  onTestFinished(() => void server.close())
  return server
}

describe('locks', { tags: 'posix' }, () => {
  test('a killed process leaves a lock that nobody has, and the next process removes it', async () => {
    const data = dataFolder()
    const path = join(data, earlyLock)
    const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log(1))`
    const child = spawn(process.execPath, ['-e', program])
    await once(child.stdout, 'data')
    await expect(Lock.acquire(data, nodeFiles, systemClock)).rejects.toThrow(
      /in use by another process\.$/,
    )
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(locksOf(data)).toEqual([earlyLock])
    const service = await storedService({ data })
    expect(locksOf(data)).toEqual([expect.not.stringMatching(earlyLock)])
    service.close()
    expect(locksOf(data)).toEqual([])
  })

  test.each([
    [
      'of this container',
      { ...holder, host: hostname() },
      /in use by process 7\.$/,
      /^Wait until it ends, or stop it\.$/,
    ],
    [
      'of another container',
      holder,
      /in use by process 7 of another container \(box\)\.$/,
      /^Wait until it ends, or stop it\.$/,
    ],
    [
      'of another container with a port',
      { ...holder, url: 'http://127.0.0.1:4010' },
      /another container \(box\), which serves it at http:\/\/127\.0\.0\.1:4010\.$/,
      /^Make that port reachable from here and use its address as the base URL, or stop that process there\.$/,
    ],
    ['that says nothing', '', /in use by another process\.$/, /^Wait until it ends, or stop it\.$/],
    ['that says nonsense', 'nonsense', /in use by another process\.$/, /^Wait until/],
    ['that says too much', 'x'.repeat(1_000_000), /in use by another process\.$/, /^Wait until/],
    [
      'of a hostile host',
      { ...holder, host: '\u001b[2J' },
      /in use by another process\.$/,
      /^Wait until/,
    ],
  ])(
    'a process %s keeps its lock, and the error says what to do',
    async (_what, answer, message, hint) => {
      const data = dataFolder()
      await lockOf(data, lateLock, typeof answer === 'string' ? answer : JSON.stringify(answer))
      await expect(Lock.acquire(data, nodeFiles, systemClock)).rejects.toMatchObject({
        code: 'TOPO_DATA_LOCKED',
        exitCode: 75,
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      })
      expect(locksOf(data)).toEqual([lateLock])
    },
  )

  test('a process that is stopped keeps its lock', async () => {
    const data = dataFolder()
    const path = join(data, lateLock)
    const program = `require('node:net').createServer(s => s.end('{}')).listen(${JSON.stringify(path)}, () => console.log(1))`
    const child = spawn(process.execPath, ['-e', program])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    child.kill('SIGSTOP')
    await expect(Lock.acquire(data, nodeFiles, systemClock)).rejects.toBeInstanceOf(DataLockedError)
    expect(locksOf(data)).toEqual([lateLock])
  })

  test('a starter gives way to an earlier one, and a later one gives way to it', async () => {
    const data = dataFolder()
    const starter = JSON.stringify({ ...holder, isOwner: false })
    await lockOf(data, earlyLock, starter)
    await expect(Lock.acquire(data, nodeFiles, systemClock)).rejects.toThrow(/in use by process 7 /)
    const other = dataFolder()
    let late: Promise<Listening> | undefined
    const files = {
      ...nodeFiles,
      makePrivate: (path: string) => {
        nodeFiles.makePrivate(path)
        late ??= lockOf(other, lateLock, starter)
      },
    }
    let attempts = 0
    const open = () => {
      attempts++
      return Lock.acquire(other, files, systemClock)
    }
    const taken = whenUnlocked(open, { clock: systemClock })
    await wait(60)
    expect([attempts, locksOf(other).length]).toEqual([1, 2])
    const server = await late
    server?.close()
    const lock = await taken
    expect(locksOf(other)).toHaveLength(1)
    lock.release()
  })

  test('a lock that may be held is not taken over: it belongs to another user', async () => {
    const data = dataFolder()
    await lockOf(data, earlyLock, JSON.stringify(holder))
    const files = { ...nodeFiles, list: () => [earlyLock] }
    chmodSync(join(data, earlyLock), 0)
    const outcome = Lock.acquire(data, files, systemClock)
    // The superuser may connect to every socket.
    const message = process.getuid?.() === 0 ? /in use by process 7/ : /cannot be opened \(EACCES\)/
    await expect(outcome).rejects.toMatchObject({
      code: 'TOPO_DATA_LOCKED',
      message: expect.stringMatching(message),
    })
    expect(locksOf(data)).toEqual([earlyLock])
  })

  test('a lock is a socket for its user only, and says where the data is served', async () => {
    const data = dataFolder()
    const lock = await Lock.acquire(data, nodeFiles, systemClock)
    expect(statSync(lockIn(data)).mode & 0o777).toBe(0o600)
    expect(statSync(lockIn(data)).isSocket()).toBe(true)
    lock.publish('http://127.0.0.1:4010')
    const state = await readSocket(lockIn(data))
    expect(JSON.parse((state.kind === 'open' && state.text) || '')).toEqual({
      pid: process.pid,
      host: expect.any(String),
      isOwner: true,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: 'http://127.0.0.1:4010',
    })
    lock.release()
    expect(locksOf(data)).toEqual([])
  })

  test('a file with the name of a lock is none, and other files stay', async () => {
    const data = dataFolder()
    for (const name of [earlyLock, 'lock-1-2-box-3', 'lock-notes.txt'])
      writeFileSync(join(data, name), '')
    const lock = await Lock.acquire(data, nodeFiles, systemClock)
    lock.release()
    expect(locksOf(data)).toEqual(['lock-1-2-box-3', 'lock-notes.txt'])
  })

  test('the path of the folder may be longer than that of a socket', async () => {
    const data = join(
      dataFolder(),
      ...Array.from({ length: 8 }, (_, at) => `${at}-${'ü'.repeat(20)}`),
    )
    mkdirSync(data, { recursive: true })
    const links = () => readdirSync(tmpdir()).filter((name) => /^topo-[0-9a-f]{12}$/.test(name))
    const before = links()
    const lock = await Lock.acquire(data, nodeFiles, systemClock)
    expect(locksOf(data)).toHaveLength(1)
    await expect(Lock.acquire(data, nodeFiles, systemClock)).rejects.toThrow(
      `in use by process ${process.pid}`,
    )
    expect(links()).toEqual(before)
    lock.release()
    expect(locksOf(data)).toEqual([])

    const linkTo = () => {
      throw Object.assign(new Error('no'), { code: 'EACCES' })
    }
    await expect(Lock.acquire(data, { ...nodeFiles, linkTo }, systemClock)).rejects.toMatchObject({
      code: 'TOPO_DATA_NO_LOCK',
      message: `The data folder ${data} cannot be locked: its path is too long for a socket, and no link to it can be made (EACCES).`,
    })
  })

  test('a file system without sockets is reported, and nothing is stored without a lock', async () => {
    const data = dataFolder()
    const makePrivate = () => {
      throw Object.assign(new Error('no'), { code: 'EOPNOTSUPP' })
    }
    await expect(
      storedService({ data, files: { ...nodeFiles, makePrivate } }),
    ).rejects.toMatchObject({
      code: 'TOPO_DATA_NO_LOCK',
      exitCode: 1,
      message: `The data folder ${data} cannot be locked: its file system refuses sockets (EOPNOTSUPP).`,
      hint: 'Choose a folder on a local disk, with --data or TOPO_LOCAL_DATA.',
    })
    expect(readdirSync(data)).toEqual([])
    // It creates the file, and connects to nobody.
    const replace = (path: string) => {
      nodeFiles.remove(path)
      writeFileSync(path, '')
    }
    await expect(
      storedService({ data, files: { ...nodeFiles, makePrivate: replace } }),
    ).rejects.toMatchObject({
      code: 'TOPO_DATA_NO_LOCK',
      message: expect.stringContaining(
        'its file system creates sockets that nobody can connect to',
      ),
    })
    expect(readdirSync(data)).toEqual([])
  })

  test('a starter whose lock was removed before it listened tries again', async () => {
    const data = dataFolder()
    let removals = 0
    const makePrivate = (path: string) => {
      if (removals++ === 0) nodeFiles.remove(path)
    }
    const open = () => Lock.acquire(data, { ...nodeFiles, makePrivate }, systemClock)
    const lock = await whenUnlocked(open, { clock: systemClock })
    expect([removals, locksOf(data).length]).toEqual([2, 1])
    lock.release()
  })
})

test('many that start at the same time get the folder one after the other', async () => {
  const data = dataFolder()
  let inside = 0
  const turns = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const lock = await whenUnlocked(() => Lock.acquire(data, nodeFiles, systemClock), {
        clock: systemClock,
        patience: 30_000,
      })
      expect(++inside).toBe(1)
      await wait(5)
      inside--
      lock.release()
      return 1
    }),
  )
  expect(turns).toHaveLength(30)
  expect(locksOf(data)).toEqual([])
}, 40_000)
