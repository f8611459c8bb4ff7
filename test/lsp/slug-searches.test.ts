import { expect, test } from 'vitest'
import type { OpenCheck } from '../../src/lsp/check-open-script.ts'
import { SlugSearches } from '../../src/lsp/slug-searches.ts'
import type { ScriptRuns } from '../../src/lsp/threads.ts'

test('saves together cause one search after the running one, and a failed search finds nothing', async () => {
  const running: ((found: Map<string, string> | Error) => void)[] = []
  const ask = () =>
    new Promise((resolve, reject) => {
      running.push((found) => (found instanceof Error ? reject(found) : resolve(found)))
    })
  const searches = new SlugSearches({ ask } as unknown as ScriptRuns)
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

test('a save of a script with its known slug costs no search', async () => {
  let count = 0
  const ask = async () => {
    count++
    return new Map([['/p/a.topology.js', 'a']])
  }
  const searches = new SlugSearches({ ask } as unknown as ScriptRuns)
  const save = async (file: string, slug?: string) => {
    searches.forget([file], () => slug)
    await searches.twinsOf({ file: '/p/a.topology.js', text: '', open: new Map(), folders: [] }, {
      root: '/p',
      slug: 'a',
    } as OpenCheck)
    return count
  }
  expect(await save('/p/a.topology.js', 'a')).toBe(1)
  expect(await save('/p/a.topology.js', 'a')).toBe(1)
  expect(await save('/p/nodes.ts')).toBe(1)
  expect(await save('/p/a.topology.js', 'b')).toBe(2)
  expect(await save('/p/a.topology.js')).toBe(3)
  expect(await save('/p/.topoignore')).toBe(4)
})
