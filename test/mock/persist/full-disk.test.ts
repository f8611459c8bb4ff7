/** Each write in turn fails in each way: what was acknowledged is there after a restart, and nothing else by half. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { KnownError } from '../../../src/errors.ts'
import type { MockSettings } from '../../../src/mock/create-mock.ts'
import type { Snapshot } from '../../../src/mock/world/snapshot.ts'
import { oneOf } from '../../cases.ts'
import { type TestService, testService } from '../service.ts'
import { FailingFiles, type Failure, failures } from './failing-files.ts'

function dataFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'topo-data-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const key = 'ca_demo_carol'
const post = (path: string, body: unknown, method = 'POST') => ({ path, method, body: JSON.stringify(body) })
const create = (slug: string, padding = 0) =>
  post('/v1/scripts', { slug, name: slug, type: 'sketch', code: 'x'.repeat(padding) })

/** Commits small and large, a new snapshot when the journal has become long, and all that is replaced at once. */
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
  // A script is starred by its id.
  const { scripts } = service.control.state().tables
  const shop = scripts?.find((row) => (row as unknown as { slug: string }).slug === 'alice-shop')
  return (await service.request(path.replace('alice-shop', shop?.id ?? ''), { key, ...init })).status
}

const stateOf = (service: TestService): string => JSON.stringify(service.control.state())

/** As a process that begins anew: nobody holds the folder any more. */
function restart(data: string, options: Partial<MockSettings> = {}): TestService {
  for (const name of readdirSync(data)) if (name.startsWith('lock-')) rmSync(join(data, name))
  return testService({ data, ...options })
}

/** What the state would be, had all these steps been taken. */
async function stateAfter(taken: readonly Step[]): Promise<string> {
  const service = testService()
  for (const step of taken) await carryOut(service, step)
  return stateOf(service)
}

/** Runs all steps on a file system that fails, and looks at what a restart finds. */
async function runAgainst(files: FailingFiles, all: readonly Step[]): Promise<void> {
  const data = dataFolder()
  const taken: Step[] = []
  let refused: Step | undefined
  let acknowledged = await stateAfter([])
  try {
    const service = testService({ data, files })
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
        // In memory it has not happened either.
        expect(stateOf(service)).toBe(acknowledged)
        refused = step
        // Of what is left of a long line, a short one after it hides nothing.
        const short = create('short')
        if ((await carryOut(service, short)) === 200) {
          taken.push(short)
          refused = undefined
          acknowledged = stateOf(service)
          const copy = dataFolder()
          cpSync(data, copy, { recursive: true })
          const copied = restart(copy)
          expect(stateOf(copied)).toBe(acknowledged)
          copied.close()
        }
      }
    }
    if (!files.dead) service.close()
  } catch (error) {
    // It could not even start, and said so.
    if (!files.dead) expect(error).toMatchObject({ code: 'TOPO_DATA_NOT_WRITTEN' })
    expect(error).toBeInstanceOf(KnownError)
  }
  const again = restart(data)
  const found = stateOf(again)
  // What was refused may be there where even that could not be written down, but then whole.
  if (found !== acknowledged)
    expect(refused && found).toBe(refused && (await stateAfter([...taken, refused])))
  expect(await carryOut(again, create('after'))).toBe(200)
  const last = stateOf(again)
  again.close()
  const third = restart(data)
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
    // A start, ten commits, a snapshot of a long journal, two replacements, an end.
    expect(counting.calls).toBeGreaterThan(40)
    const calls = Array.from({ length: counting.calls }, (_, at) => at + 1)
    for (const at of oneOf(5, calls)) await runAgainst(new FailingFiles(failure, at), all)
  },
  120_000,
)

test('a full disk refuses what changes something, and serves the rest', async () => {
  const data = dataFolder()
  const counting = new FailingFiles()
  testService({ data, files: counting }).close()
  const service = restart(data, { files: new FailingFiles('full', 6) })
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
