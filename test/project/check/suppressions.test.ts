/** Suppression comments: the findings that they hide, and findings about them. */
import { expect, test } from 'vitest'
import { checkScript } from '../../../src/project/check/check.ts'
import { findDirectives } from '../../../src/project/check/directives.ts'
import { loadScript } from '../../../src/project/script/load.ts'
import type { RuleSettings } from '../../../src/validator/index.ts'
import { type Folder, makeFolder } from '../folder.ts'

/** `rule line:column` of each finding, with the file if it is not the script itself. */
async function found(folder: Folder, name: string, rules?: RuleSettings) {
  const { findings } = await checkScript(
    await loadScript(folder.at(name), { root: folder.root, rules }),
  )
  return findings.map(
    ({ path, rule, line, column }) => `${path === name ? '' : `${path} `}${rule} ${line}:${column}`,
  )
}
const check = (text: string, name = 'a.topology.js', rules?: RuleSettings) =>
  found(makeFolder({ 'topo.config.json': '{}', [name]: text }), name, rules)

const scriptWith = (
  line: string,
  last = 'topology.apply()',
) => `const topology = new TopologyBuilder(true)
topology.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' }).autoResize()
${line}
${last}
`

test('a suppression hides advice of the next line only', async () => {
  expect(await check(scriptWith(''))).toEqual(['awaited-apply 4:10'])
  expect(await check(scriptWith('// topo-disable-next-line awaited-apply -- a demo'))).toEqual([])
  expect(await check(scriptWith('// topo-disable-next-line flow-returned -- a demo'))).toEqual([
    'suppression 3:27',
    'awaited-apply 4:10',
  ])
})

const hiding = scriptWith('// topo-disable-next-line awaited-apply -- a demo')
const typed = '\uFEFF/*---\nname: A\n---*/\nconst n: number = 1\n'
const stacked =
  '// topo-disable-next-line awaited-apply -- one\n/* topo-disable-next-line flow-returned -- two */'

test.each([
  [
    'in its own line',
    scriptWith('', 'topology.apply() // topo-disable-line awaited-apply -- a demo'),
    [],
  ],
  ['with others, and in a block comment', scriptWith(stacked), ['suppression 4:27']],
  ['below a header, in TypeScript, with CRLF', `${typed}${hiding}`.replaceAll('\n', '\r\n'), []],
  ['in a script that returns at its top level', `${hiding}return null\n`, []],
])('a suppression works %s', async (_, text, left) => {
  expect(await check(text, text.startsWith('\uFEFF') ? 'a.topology.ts' : undefined)).toEqual(left)
})

test('a string is not a suppression', async () => {
  expect(await findDirectives("const a = '// topo-disable-next-line awaited-apply'")).toEqual([])
  const template = [
    'const a = `',
    '// topo-disable-line x',
    '$' + '{/* topo-disable-line y */ 1}`',
  ].join('\n')
  expect(await findDirectives(template)).toMatchObject([{ rules: [{ id: 'y' }] }])
})

test.each([
  [
    'a rule of the service',
    '// topo-disable-next-line not-empty -- why',
    'warning',
    'cannot be suppressed',
  ],
  ['a problem', '// topo-disable-next-line runtime -- why', 'warning', 'cannot be suppressed'],
  ['an unknown rule', '// topo-disable-next-line awaited-aply -- why', 'warning', 'is not a rule'],
  ['no rule at all', '// topo-disable-next-line -- why', 'warning', 'names no rule'],
  [
    'an unknown word',
    '// topo-disable-nextline awaited-apply -- why',
    'warning',
    'suppresses nothing',
  ],
  ['no reason', '// topo-disable-next-line awaited-apply', 'hint', 'gives no reason'],
  ['nothing to hide', '// topo-disable-next-line flow-returned -- why', 'hint', 'hides nothing'],
])('a suppression with %s is reported', async (_what, line, severity, message) => {
  const folder = makeFolder({ 'topo.config.json': '{}', 'a.topology.js': scriptWith(line) })
  const { findings } = await checkScript(
    await loadScript(folder.at('a.topology.js'), { root: folder.root }),
  )
  expect(findings.filter(({ rule }) => rule === 'suppression')).toEqual([
    expect.objectContaining({ severity, line: 3, message: expect.stringContaining(message) }),
  ])
})

test('a suppression does not hide findings that the service refuses', async () => {
  const text = `const t = new TopologyBuilder(true)
// topo-disable-next-line known-connection-ends -- I know better
t.createProcess({ id: 'a', label: 'A' }).connect('a', 'ghost')
await t.apply()
`
  expect(await check(text)).toEqual(['suppression 2:27', 'known-connection-ends 3:42'])
})

test('unused suppressions are not reported in a script that does not run', async () => {
  expect(await check('// topo-disable-next-line awaited-apply -- x\nthrow new Error()\n')).toEqual([
    'runtime 2:11',
  ])
})

test('a suppression works in an imported file, where unused ones are not reported', async () => {
  const folder = makeFolder({
    'topo.config.json': '{}',
    'a.topology.ts': `import { draw } from './draw.ts'\nconst t = new TopologyBuilder(true)\ndraw(t)\n`,
    'draw.ts': `export function draw(t: any) {
  t.createGroup('g', { label: 'G' }).addProcess({ id: 'a', label: 'A' }).autoResize()
  // topo-disable-next-line awaited-apply, flow-returned -- the caller draws no flow
  t.apply()
}
`,
  })
  expect(await found(folder, 'a.topology.ts')).toEqual([])
  folder.write('draw.ts', folder.read('draw.ts').replace(' -- the caller draws no flow', ''))
  expect(await found(folder, 'a.topology.ts')).toEqual(['draw.ts suppression 3:3'])
})

test('the project sets the severity of suppression findings; a rule that is off reports none', async () => {
  const unused = scriptWith(
    '// topo-disable-next-line flow-returned -- x',
    'await topology.apply()',
  )
  expect(await check(unused, undefined, { suppression: 'off' })).toEqual([])
  expect(await check(unused, undefined, { 'flow-returned': 'off' })).toEqual([])
  expect(await check(unused)).toEqual(['suppression 3:27'])
})
