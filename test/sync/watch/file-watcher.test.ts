/** Tests that the file watcher misses no save. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../src/clock.ts'
import { affectsScript, watchFiles } from '../../../src/sync/watch/file-watcher.ts'

test.each([1, 10, 25])(
  'the watcher reports a save %i ms after another save',
  async (milliseconds) => {
    const root = mkdtempSync(join(tmpdir(), 'topo sources '))
    const file = join(root, 'a.topology.js')
    writeFileSync(file, 'none')
    let heard = ''
    let reading = Promise.resolve()
    const sources = watchFiles({
      clock: systemClock,
      root,
      poll: false,
      // Like `watchProject`: waits until a save is complete.
      onError: (error) => {
        throw error
      },
      onFile: () => {
        reading = wait(20).then(() => {
          heard = readFileSync(file, 'utf8')
        })
      },
    })
    // If a save is reported twice, the file is read once more than the test waits for.
    onTestFinished(async () => {
      await sources.close()
      await reading
      rmSync(root, { recursive: true, force: true })
    })
    await sources.ready
    writeFileSync(file, 'first')
    await expect.poll(() => heard, { interval: 1 }).toBe('first')
    await wait(milliseconds)
    writeFileSync(file, 'second')
    await expect.poll(() => heard, { interval: 5 }).toBe('second')
  },
)

test('a save affects the script of a readme, and scripts that may import the file', () => {
  const alone = { bundled: false, problems: [], readmeFile: '/p/a.md' }
  const importing = { bundled: true, problems: [], readmeFile: '/p/b.md' }
  expect(['/p/a.md', '/p/b.md', '/p/x.ts'].map((file) => affectsScript(file, alone))).toEqual([
    true,
    false,
    false,
  ])
  expect(['/p/a.md', '/p/b.md', '/p/x.ts'].map((file) => affectsScript(file, importing))).toEqual([
    false,
    true,
    true,
  ])
  // An import may be what keeps a script from being bundled.
  expect(affectsScript('/p/x.ts', { ...alone, problems: ['a syntax error'] })).toBe(true)
  // A script that is not loaded yet may import anything.
  expect(affectsScript('/p/x.json', undefined)).toBe(true)
})

test('a file that is saved while its new folder is opened is reported', async () => {
  const root = mkdtempSync(join(tmpdir(), 'topo sources '))
  const heard = new Set<string>()
  const sources = watchFiles({
    clock: systemClock,
    root,
    poll: false,
    onError: (error) => {
      throw error
    },
    onFile: (file) => heard.add(file),
  })
  onTestFinished(async () => {
    await sources.close()
    rmSync(root, { recursive: true, force: true })
  })
  await sources.ready
  const saved: string[] = []
  for (let n = 0; n < 120; n++) {
    const folder = join(root, `late-${n}`)
    mkdirSync(folder)
    // The folder is read some moments later, and watched again some moments later.
    const until = performance.now() + n / 10
    while (performance.now() < until) await new Promise((done) => setImmediate(done))
    saved.push(join(folder, 'a.topology.js'))
    writeFileSync(join(folder, 'a.topology.js'), 'x')
  }
  await expect.poll(() => saved.filter((file) => !heard.has(file))).toEqual([])
})
