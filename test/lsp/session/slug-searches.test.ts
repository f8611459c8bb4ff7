import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OpenCheck } from '../../../src/lsp/checks/check-open-script.ts'
import type { ScriptRuns } from '../../../src/lsp/checks/threads.ts'
import type { OpenDocument } from '../../../src/lsp/session/open-document.ts'
import { SlugSearches } from '../../../src/lsp/session/slug-searches.ts'
import { folder } from '../../cli/topo.ts'
import { TestClock } from '../../clock.ts'

test('saves together cause one search after the running one, and a failed search finds nothing', async () => {
  const running: ((found: Map<string, string> | Error) => void)[] = []
  const ask = () =>
    new Promise((resolve, reject) => {
      running.push((found) => (found instanceof Error ? reject(found) : resolve(found)))
    })
  const searches = new SlugSearches({ ask } as unknown as ScriptRuns, new TestClock())
  const twins = () =>
    searches.twinsOf({ file: '/p/a.js', text: '', open: new Map(), folders: [] }, {
      root: '/p',
      slug: 'a',
    } as OpenCheck)
  const end = async (found: Map<string, string> | Error) => {
    await new Promise(setImmediate)
    running.at(-1)?.(found)
  }
  const first = twins()
  await new Promise(setImmediate)
  const saves = [1, 2, 3].map(() => {
    searches.forget(['/p/new.topology.js'], () => undefined)
    return twins()
  })
  await end(
    new Map([
      ['/p/a.js', 'a'],
      ['/p/b.js', 'A'],
    ]),
  )
  expect(await first).toEqual(['/p/b.js'])
  await end(new Error('the thread died'))
  expect(await Promise.all(saves)).toEqual([[], [], []])
  expect(await twins()).toEqual([])
  expect(running).toHaveLength(2)
})

test('a save of an open script with its known slug costs no search', async () => {
  const cwd = folder({ 'a.topology.js': 'null' })
  const file = join(cwd, 'a.topology.js')
  let count = 0
  const ask = async () => {
    count++
    return new Map([[file, 'a']])
  }
  const searches = new SlugSearches({ ask } as unknown as ScriptRuns, new TestClock())
  const save = async (name: string, slug = 'a', text = 'null', checkedEpoch = 1) => {
    const open = { file, epoch: 1, checkedEpoch, text: { text }, check: { slug } } as OpenDocument
    searches.forget([join(cwd, name)], (saved) => (saved === file ? open : undefined))
    await searches.twinsOf({ file, text: '', open: new Map(), folders: [] }, {
      root: cwd,
      slug: 'a',
    } as OpenCheck)
    return count
  }
  expect(await save('a.topology.js')).toBe(1)
  expect(await save('a.topology.js')).toBe(1)
  expect(await save('nodes.ts')).toBe(1)
  expect(await save('a.topology.js', 'b')).toBe(2)
  expect(await save('a.topology.js', 'a', 'another text')).toBe(3)
  expect(await save('a.topology.js', 'a', 'null', 0)).toBe(4)
  expect(await save('b.topology.js')).toBe(5)
  expect(await save('.topoignore')).toBe(6)
  rmSync(file)
  expect(await save('a.topology.js')).toBe(7)
})

test.each([
  ['a second', 20, 1000],
  ['ten times as long as it took', 400, 4000],
])('a search is used again for %s', async (_what, tookMs, milliseconds) => {
  const clock = new TestClock()
  let count = 0
  const ask = async () => {
    count++
    await clock.wait(tookMs)
    return new Map()
  }
  const searches = new SlugSearches({ ask } as unknown as ScriptRuns, clock)
  const script = { file: '/p/a.js', text: '', open: new Map(), folders: [] }
  const search = () => clock.run(searches.twinsOf(script, { root: '/p', slug: 'a' } as OpenCheck))
  await search()
  await clock.advance(milliseconds - 1)
  await search()
  expect(count).toBe(1)
  await clock.advance(1)
  await search()
  expect(count).toBe(2)
})
