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
    searches.forget()
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
