/** First scripts and suggested fixes use only what the service's document has: a service may know nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newScript, starters } from '../../src/commands/script/new/new-script.ts'
import { loadScript } from '../../src/project/script/load.ts'
import { validate } from '../../src/validator/index.ts'
import { METHODS } from '../../src/validator/vocabulary.ts'
import { makeFolder } from '../project/folder.ts'
import { documentCalls, documentOptions, runOnDocumentDsl } from './document-dsl.ts'

const packageRoot = resolve(import.meta.dirname, '../..')
const templates = join(packageRoot, 'templates')
const sent = async (file: string, root: string) => (await loadScript(file, { root })).content.code
const nothing = { further: new Set(), missing: new Set() }

test('hello and the default of topo new run on a service that knows only the document', async () => {
  const { root, at } = makeFolder()
  expect(
    await runOnDocumentDsl(await sent(join(templates, 'starters/hello.topology.js'), templates)),
  ).toEqual(nothing)
  const options = { name: 'First', dir: '.', force: false, root, cwd: root, packageRoot }
  const { path } = await newScript({ ...options, starter: starters[0] })
  expect(await runOnDocumentDsl(await sent(at(path), root))).toEqual(nothing)
})

test('every other starter lists in a comment what else it needs', async () => {
  for (const name of readdirSync(join(templates, 'starters'))) {
    if (!/\.[jt]s$/.test(name) || name.startsWith('hello')) continue
    const file = join(templates, 'starters', name)
    const comment = /^\/\/ Needs a service that also knows (.*)\.$/m.exec(
      readFileSync(file, 'utf8'),
    )?.[1]
    const { further } = await runOnDocumentDsl(await sent(file, templates))
    expect([name, comment?.split(/, | and /).sort()]).toEqual([name, [...further].sort()])
  }
})

test('the guide for assistants names the calls of the document first', async () => {
  const guide = readFileSync(join(templates, 'script-guide.md'), 'utf8')
  const examples = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code as string)
  const [first = '', second = ''] = examples
  expect(await runOnDocumentDsl(first)).toEqual(nothing)
  expect(await runOnDocumentDsl(second)).toEqual(nothing)
  const named = (header: string) =>
    [...guide.matchAll(new RegExp(`^\\| ${header} \\|.*\\n((?:\\|.*\\n)+)`, 'gm'))]
      .flatMap(([, rows = '']) => [...rows.matchAll(/^\| `(?:await )?(?:\w+\.)?(\w+)/gm)])
      .map(([, name]) => name)
  expect(named('call').sort()).toEqual([...documentCalls].sort())
  expect(new Set(named('option'))).toEqual(documentOptions)
  expect(named('further call').filter((call) => documentCalls.includes(call as string))).toEqual([])
  expect(guide).toContain('`discovery`, `pulse`. The last one is beyond the core.')
})

test('every fix names a call of the document first', async () => {
  const folder = join(import.meta.dirname, 'fixtures')
  const named: string[] = []
  for (const name of readdirSync(folder).filter((one) => /\.topology\.[jt]s$/.test(one))) {
    const { findings } = await validate(readFileSync(join(folder, name), 'utf8'))
    for (const { fix, rule } of findings) {
      // A corrected typo, or a call with its arguments in order, is the author's call and not a suggested one.
      if (/^Did you mean/.test(fix) || rule === 'call-arguments') continue
      const [call] = [...fix.replace(/"[^"]*"/g, '').matchAll(/\b([a-z]\w+)\(/g)].map(
        ([, callText]) => callText as string,
      )
      if (call !== undefined) named.push(call)
      for (const [, code = ''] of fix.matchAll(/(topology\.[a-z]\w+\([^`]*\))/g)) {
        const { further, missing } = await runOnDocumentDsl(
          `const topology = new TopologyBuilder(true)\n${code.replace(/, or .*/, '')}`,
        )
        expect([fix, [...further], [...missing].filter((one) => one !== 'apply')]).toEqual([
          fix,
          [],
          [],
        ])
      }
    }
  }
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((call) => !documentCalls.includes(call))).toEqual([])
  for (const methods of Object.values(METHODS)) expect(documentCalls).toContain(methods[0])
})
