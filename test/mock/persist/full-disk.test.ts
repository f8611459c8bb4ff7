/** Fails each write in each way: after a restart acknowledged commits are complete, and no other is partial. */
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { KnownError } from '../../../src/errors.ts'
import type { StorageSettings } from '../../../src/mock/create-mock.ts'
import type { Snapshot } from '../../../src/mock/database/snapshot.ts'
import { nodeFiles } from '../../../src/mock/persist/files.ts'
import { oneOf } from '../../cases.ts'
import { makeFolder } from '../../project/folder.ts'
import { storedService, type TestService, testService } from '../service.ts'
import { FailingFiles, type Failure, failures } from './failing-files.ts'

const dataFolder = () => makeFolder().root

const key = 'ca_demo_carol'
const post = (path: string, body: unknown, method = 'POST') => ({
  path,
  method,
  body: JSON.stringify(body),
})
const create = (slug: string, padding = 0) =>
  post('/v1/scripts', { slug, name: slug, type: 'sketch', code: 'x'.repeat(padding) })

/** Small and large commits, a new snapshot for a long journal, and replacements of the whole state. */
const steps = (saved: Snapshot) => [
  create('one'),
  post('/v1/scripts/alice-shop/star', {}),
  create('two', 200_000),
  post('/__mock/clock', { advanceSeconds: 60 }),
  create('three', 200_000),
  create('four', 200_000),
  post('/__mock/reset', {}),
  create('five'),
  post('/__mock/state', saved, 'PUT'),
  create('six'),
]
type Step = ReturnType<typeof steps>[number]

const carryOut = async (service: TestService, { path, ...init }: Step) => {
  // Stars refer to the script's id.
  const { scripts } = service.control.state().tables
  const shop = scripts?.find((row) => (row as unknown as { slug: string }).slug === 'alice-shop')
  return (await service.request(path.replace('alice-shop', shop?.id ?? ''), { key, ...init }))
    .status
}

const stateOf = (service: TestService): string => JSON.stringify(service.control.state())

/** Simulates a new process: no lock is held. */
function restart(data: string, options: StorageSettings = {}): Promise<TestService> {
  for (const name of readdirSync(data)) if (name.startsWith('lock-')) rmSync(join(data, name))
  return storedService({ data, ...options })
}

/** Expected state after all these steps. */
async function stateAfter(taken: readonly Step[]): Promise<string> {
  const service = testService()
  for (const step of taken) await carryOut(service, step)
  return stateOf(service)
}

/** Opens a copy of the data like a new process would. */
async function expectCopy(data: string, expected: string): Promise<void> {
  const copy = dataFolder()
  // A lock is a socket, which is not copied.
  cpSync(data, copy, {
    recursive: true,
    filter: (path) => !basename(path).startsWith('lock-'),
  })
  const copied = await restart(copy)
  expect(stateOf(copied)).toBe(expected)
  copied.close()
}

interface Progress {
  readonly taken: readonly Step[]
  readonly refused: Step | undefined
  readonly acknowledged: string
}

/** A refused commit may exist if its rollback failed too, but then it is complete. */
async function expectStored(found: string, { taken, refused, acknowledged }: Progress) {
  if (found !== acknowledged)
    expect(refused && found).toBe(refused && (await stateAfter([...taken, refused])))
}

/** Runs all steps on a failing file system and checks the state after a restart. */
async function runAgainst(files: FailingFiles, all: readonly Step[]): Promise<void> {
  const data = dataFolder()
  const taken: Step[] = []
  let refused: Step | undefined
  let acknowledged = await stateAfter([])
  try {
    const service = await storedService({ data, files })
    for (const step of all) {
      const status = await carryOut(service, step)
      if (files.dead) {
        refused = step
        break
      }
      if (status === 200) {
        taken.push(step)
        refused = undefined
        acknowledged = stateOf(service)
      } else {
        expect(status).toBe(507)
        // The change is not in memory either.
        expect(stateOf(service)).toBe(acknowledged)
        refused = step
        // The rest of a long line must not hide a short one after it.
        const short = create('short')
        if ((await carryOut(service, short)) === 200) {
          taken.push(short)
          refused = undefined
          acknowledged = stateOf(service)
          await expectCopy(data, acknowledged)
        }
      }
    }
    if (!files.dead) service.close()
  } catch (error) {
    // The start failed and reported it.
    if (!files.dead) expect(error).toMatchObject({ code: 'TOPO_DATA_NOT_WRITTEN' })
    expect(error).toBeInstanceOf(KnownError)
  }
  const again = await restart(data)
  await expectStored(stateOf(again), { taken, refused, acknowledged })
  expect(await carryOut(again, create('after'))).toBe(200)
  const last = stateOf(again)
  again.close()
  const third = await restart(data)
  expect(stateOf(third)).toBe(last)
  third.close()
}

test.each(Object.entries(failures) as [Failure, string][])(
  '%s: %s',
  async (failure) => {
    const saved = testService().control.state()
    const all = steps(saved)
    const counting = new FailingFiles()
    await runAgainst(counting, all)
    // Start, ten commits, snapshot of a long journal, two replacements, end.
    expect(counting.calls).toBeGreaterThan(40)
    const calls = Array.from({ length: counting.calls }, (_, at) => at + 1)
    for (const at of oneOf(13, calls)) await runAgainst(new FailingFiles(failure, at), all)
  },
  120_000,
)

test('a full disk refuses writes and serves reads', async () => {
  const data = dataFolder()
  const first = await storedService({ data })
  first.close()
  // Full already when the lock is written: a file needs no space until then.
  const write = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const service = await restart(data, { files: { ...nodeFiles, write } })
  const answer = await service.request('/v1/scripts', { key, ...create('one') })
  expect([answer.status, await answer.json()]).toEqual([
    507,
    { error: 'not_stored', message: expect.stringMatching(/cannot be written \(ENOSPC\)/) },
  ])
  expect((await service.request('/v1/scripts/user', { key })).status).toBe(200)
  const { items } = await (await service.request('/__mock/requests')).json()
  expect(items[0]).toMatchObject({ method: 'POST', status: 507 })
  service.close()
})
