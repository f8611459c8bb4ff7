/** Verdicts of earlier runs: which are kept, and that they change no result. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TextCache } from '../../../src/files/cache/text-cache.ts'
import { checkScript } from '../../../src/project/check/check.ts'
import { type Examine, examine } from '../../../src/project/check/examine.ts'
import { recall, remember, verdictKey } from '../../../src/project/check/verdicts.ts'
import { scriptOf } from '../../../src/project/script/load.ts'
import { oneOf } from '../../cases.ts'
import { removeFolder } from '../../remove-folder.ts'
import { corpus } from '../../render/corpus/index.ts'

const CODE = `const t = new TopologyBuilder(true)
t.createNode('web', { label: 'Web' })
t.createNode('db', { label: 'Database' })
t.connect('web', 'db')
t.apply()
`

function cacheFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'topo verdicts '))
  onTestFinished(() => removeFolder(folder))
  return join(folder, 'verdicts')
}

/** Checks code with these verdicts; says how often it ran. */
function checker(folder: string, given: { open?: ReadonlyMap<string, string> } = {}) {
  let runs = 0
  const counted: Examine = (...request) => {
    runs++
    return examine(...request)
  }
  const check = async (code: string, { rules = {}, outline = false } = {}) => {
    const root = tmpdir()
    const options = { root, rules, verdicts: new TextCache(folder), ...given }
    const script = await scriptOf(Buffer.from(code), join(root, 'a.topology.js'), options)
    const { findings, nodes } = await checkScript(script, counted, { outline })
    return { findings, nodes, runs }
  }
  return check
}

test('a script that has not changed does not run again', async () => {
  const check = checker(cacheFolder())
  const first = await check(CODE)
  expect(await check(CODE)).toEqual(first)
  expect(first.runs).toBe(1)
  expect((await check(`${CODE}// More.\n`)).runs).toBe(2)
})

test('other settings, and an outline that was not kept, are other questions', async () => {
  const check = checker(cacheFolder())
  await check(CODE)
  expect((await check(CODE, { rules: { 'has-label': 'error' } })).runs).toBe(2)
  expect((await check(CODE, { outline: true })).runs).toBe(3)
  expect((await check(CODE, { outline: true })).runs).toBe(3)
  expect((await check(CODE)).runs).toBe(3)
})

test('a verdict says the same as a run', async () => {
  const verdicts = new TextCache(cacheFolder())
  for (const [name, code] of oneOf(10, corpus)) {
    const { findings, nodes, outline } = await examine(code, { outline: true })
    const key = verdictKey(code, {})
    remember(verdicts, key, { findings, nodes, outline })
    expect(recall(verdicts, key), name).toEqual({ findings, nodes, outline })
  }
})

test.each([
  ['an error', 'throw new Error("no")'],
  ['a syntax error', 'const ='],
  ['a promise that never resolves', 'await new Promise(() => {})'],
])('what stopped a script is not kept, because it may be the machine: %s', async (_what, code) => {
  const check = checker(cacheFolder())
  const first = await check(code)
  expect(await check(code)).toEqual({ ...first, runs: 2 })
})

test('the text of an open file is not kept: it changes with each key', async () => {
  const check = checker(cacheFolder(), { open: new Map() })
  await check(CODE)
  expect((await check(CODE)).runs).toBe(2)
})

test('icons of packages are not kept: a package may change', async () => {
  const check = checker(cacheFolder())
  const code = CODE.replace("'Web'", "'Web', icon: 'logos:react'")
  await check(code)
  expect((await check(code)).runs).toBe(2)
})

test('a file in the place of the folder keeps nothing, and nothing fails', async () => {
  const folder = cacheFolder()
  writeFileSync(folder, '')
  const check = checker(folder)
  await check(CODE)
  expect((await check(CODE)).runs).toBe(2)
})
