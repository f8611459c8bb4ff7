/** A signal ends every command that runs scripts, also in the middle of a computation. */
import { once } from 'node:events'
import { constants } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { endedBySystem, endOnSignals, passSignals } from '../../../src/cli/io/process/signals.ts'
import { oneOf } from '../../cases.ts'
import { folder, heard, mock, start } from '../topo.ts'

// @module-tag signals

/** Computes for several seconds, until its steps are used up: each of them makes thousands of texts. */
const slow = "throw { get message() { for (;;) 'ab'.repeat(1000).split('') } }"
const project = () => folder({ '.git/HEAD': '', 'a.topology.js': slow, 'b.topology.js': slow })

function started(args: string[], env: Record<string, string> = {}) {
  const child = start(args, { cwd: project(), env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const closed = once(child, 'close')
  const out = heard(child.stdout)
  const end = async (signal: NodeJS.Signals) => {
    const begin = performance.now()
    child.kill(signal)
    const [code, by] = await closed
    // As a shell shows it, whether the system ended the process or topo did.
    const shown = by === null ? code : 128 + constants.signals[by as NodeJS.Signals]
    return { shown, isPrompt: performance.now() - begin < 4000 }
  }
  return { out, end }
}
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

test.each(
  oneOf(5, [
    [['validate'], 'SIGTERM'],
    [['validate', 'a.topology.js'], 'SIGINT'],
    [['validate', '--fix-dry-run'], 'SIGTERM'],
    [['render', 'a.topology.js'], 'SIGINT'],
    [['render', '-o', 'pictures/'], 'SIGTERM'],
  ] as const),
)('%j ends at %s', async (args, signal) => {
  const { end } = started([...args])
  await pause(800)
  expect(await end(signal)).toEqual({ shown: signal === 'SIGINT' ? 130 : 143, isPrompt: true })
})

test('a signal that came just before a computation is not lost', async () => {
  const came: string[] = []
  // Packages that other files of this process have loaded listen too, and send a signal again.
  const others = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({
    signal,
    listeners: process.rawListeners(signal) as NodeJS.SignalsListener[],
  }))
  for (const { signal } of others) process.removeAllListeners(signal)
  endOnSignals()
  const release = passSignals((signal) => came.push(signal))
  process.kill(process.pid, 'SIGTERM')
  await endedBySystem(async () => {})
  release()
  for (const { signal, listeners } of others) {
    process.removeAllListeners(signal)
    for (const listener of listeners) process.on(signal, listener)
  }
  expect(came).toEqual(['SIGTERM'])
})

test.each(oneOf(2, ['SIGTERM', 'SIGINT'] as const))('watch ends at %s', async (signal) => {
  const { url } = await mock()
  const { out, end } = started(['watch', '--json'], {
    TOPO_BASE_URL: url,
    TOPO_API_KEY: 'ca_demo_alice',
  })
  await expect.poll(out, { timeout: 10_000 }).toContain('"watching"')
  await pause(500)
  expect(await end(signal)).toEqual({ shown: 0, isPrompt: true })
})

test.each(oneOf(2, ['SIGINT', 'SIGTERM'] as const))(
  'preview ends at %s, and answers until then',
  async (signal) => {
    const { out, end } = started(['preview', '--port', '0', '--no-open', '--json'])
    await expect.poll(out, { timeout: 10_000 }).toContain('\n')
    const { url } = JSON.parse(out()) as { url: string }
    void fetch(`${url}/sheet?path=a.topology.js`).catch(() => {})
    await pause(500)
    const begin = performance.now()
    expect((await fetch(url)).status).toBe(200)
    expect(performance.now() - begin).toBeLessThan(4000)
    expect(await end(signal)).toEqual({ shown: 0, isPrompt: true })
  },
)
