/** kill -9 between any two steps of a push: running the push again always finishes it. */
import { appendFileSync, cpSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { serve } from '../../../src/mock/serve.ts'
import { oneOf } from '../../cases.ts'
import {
  type Cell,
  type Place,
  prepare,
  printTable,
  pushAll,
  unfinished,
} from '../../sync/fault-scenario.ts'
import { folder, type Run, topoProcess } from '../topo.ts'

const preload = `--require=${JSON.stringify(resolve(import.meta.dirname, 'kill-at.cjs'))}`

async function lane() {
  const served = await serve({
    clock: systemClock,
    now: () => Date.UTC(2026, 2, 1),
    seed: 1,
    rateLimit: 1e9,
    port: 0,
    host: '127.0.0.1',
  })
  onTestFinished(() => served.close())
  const { url, control } = served
  const place: Place = { address: url, control, transport: { baseUrl: url } }
  const again = await prepare(place)
  const push = (cwd: string, env: Record<string, string>) =>
    topoProcess(['push', '--delete', '--yes', '--on-conflict', 'overwrite', '--concurrency', '1'], {
      cwd,
      env: { TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_alice', NODE_OPTIONS: preload, ...env },
    })
  return { place, again, push }
}

/** Windows has no signals: there a process that was killed has failed, and one that was not ends with 0. */
const isKilled = ({ signal, code }: Run): boolean =>
  process.platform === 'win32' ? code !== 0 : signal === 'SIGKILL'

const isScript = (path: string): boolean => path.endsWith('.topology.js')

type Lane = Awaited<ReturnType<typeof lane>>

/** Kills a push at its nth step, and runs it again: first as it is, then with every script edited. */
async function problemsOfKill({ place, again, push }: Lane, nth: number) {
  const root = again()
  const ownLog = join(folder(), 'steps.log')
  const killed = await push(root, { KILL_AT: String(nth + 1), KILL_LOG: ownLog })
  // Records that finish together share one write of the state, so one run has fewer steps than another.
  const wasShorter =
    killed.code === 0 && readFileSync(ownLog, 'utf8').trim().split('\n').length <= nth
  const left = place.control.state()
  const edited = folder()
  cpSync(root, edited, { recursive: true })
  const wrong = isKilled(killed) || wasShorter ? [] : ['it was not killed']
  wrong.push(...(await problemsOfRun(root, place, '')))
  place.control.restore(structuredClone(left))
  appendToScripts(edited, '// since the kill\n')
  wrong.push(...(await problemsOfRun(edited, place, ' (edited)')))
  return { wasShorter, wrong }
}

async function problemsOfRun(cwd: string, place: Place, mark: string): Promise<string[]> {
  const { exitCode } = await pushAll(cwd, place)
  const problems = [...(await unfinished(cwd, place))]
  if (exitCode !== 0) problems.unshift(`running it again ended with ${exitCode}`)
  return problems.map((problem) => `${problem}${mark}`)
}

function appendToScripts(cwd: string, text: string): void {
  for (const file of readdirSync(cwd, { encoding: 'utf8', recursive: true }).filter(isScript))
    appendFileSync(join(cwd, file), text)
}

/** Nothing changes between the end of a step and the start of the next, so one of the two is enough. */
const isPointOfItsOwn = (step: string, next = ''): boolean =>
  step.startsWith('before') ? step.startsWith('before writing') : !next.startsWith('before writing')

test('running a killed push again finishes it, wherever it was killed', async () => {
  const lanes = [await lane(), await lane()]
  const [first] = lanes as [Lane]
  const clean = first.again()
  const log = join(clean, 'steps.log')
  expect(await first.push(clean, { KILL_LOG: log })).toMatchObject({ code: 0 })
  expect(await unfinished(clean, first.place)).toEqual([])
  const steps = readFileSync(log, 'utf8').trim().split('\n')
  for (const what of [
    'POST',
    'PATCH',
    'DELETE',
    '.topo/state.json',
    '.topo/base',
    '.topo/backup',
  ]) {
    expect(steps.some((step) => step.includes(what))).toBe(true)
  }

  const all = [...steps.entries()].filter(([nth, step]) => isPointOfItsOwn(step, steps[nth + 1]))
  const points = oneOf(48, all)
  let shorter = 0
  const cells: Cell[] = []
  await Promise.all(
    lanes.map(async (ownLane, number) => {
      for (const [nth, step] of points.filter((_, n) => n % lanes.length === number)) {
        const { wasShorter, wrong } = await problemsOfKill(ownLane, nth)
        if (wasShorter) shorter++
        cells.push({
          nth,
          step: `${nth + 1}. ${step.replace(/backup\/[^/]+/, 'backup/{stamp}')}`,
          fault: 'kill -9',
          exitCode: 137,
          wrong,
        })
      }
    }),
  )
  printTable(cells, ['kill -9'])
  expect(cells).toHaveLength(points.length)
  expect(shorter).toBeLessThan(points.length / 5)
  expect(cells.filter(({ wrong }) => wrong.length > 0)).toEqual([])
}, 120_000)
