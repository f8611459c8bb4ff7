/** A file that changes before chokidar watches it: it is looked at once more, a second later. */
import { expect, onTestFinished, test } from 'vitest'
import { DependencyWatcher } from '../../../src/lsp/diagnostics/dependency-watcher.ts'
import { TestClock } from '../../clock.ts'
import { makeFolder } from '../../project/folder.ts'

test('the second look is a second later, and only at what has changed', async () => {
  const { at, write } = makeFolder({ 'a.js': 'a', 'b.js': 'b' })
  const clock = new TestClock()
  const changed: string[] = []
  const watcher = new DependencyWatcher(clock, (file) => changed.push(file))
  onTestFinished(() => watcher.close())
  watcher.watch(new Set([at('a.js'), at('b.js')]))
  write('a.js', 'changed')
  await expect.poll(() => clock.pauses()).toEqual([1000])
  // What chokidar has seen itself does not count here.
  await watcher.close()
  changed.splice(0)
  await clock.advance(1000)
  expect(changed).toEqual([])

  const other = new DependencyWatcher(clock, (file) => changed.push(file))
  onTestFinished(() => other.close())
  other.watch(new Set([at('a.js'), at('b.js')]))
  await expect.poll(() => clock.pauses()).toEqual([1000])
  await clock.advance(999)
  expect(changed).toEqual([])
  write('a.js', 'changed again')
  await clock.advance(1)
  expect(new Set(changed)).toEqual(new Set([at('a.js')]))
})
