/** Checks of scripts from assistants: findings have the lines of the given text, and no local file is read. */
import { expect, test } from 'vitest'
import { checkAssistantScript } from '../../src/mcp/check-script.ts'
import { examine } from '../../src/project/check/examine.ts'
import { script } from '../cli/topo.ts'

const judge = (text: string, rules = {}) => checkAssistantScript(text, { rules }, examine)
const header = '/*---\nname: Shop\nslug: a-shop\n---*/\n'

test('the check removes a header and returns its fields', async () => {
  const { code, header: said, findings } = await judge(header + script('shop'))
  expect({ code, said, findings }).toEqual({
    code: script('shop'),
    said: { name: 'Shop', slug: 'a-shop' },
    findings: [],
  })
})

test('a picture leads where the header says', async () => {
  const wanted = { picture: { title: '' } }
  const led = `/*---\ndirection: up\n---*/\n${script('shop')}`
  const { picture } = await checkAssistantScript(led, wanted, examine)
  expect(picture?.direction).toBe('up')
  const plain = await checkAssistantScript(script('shop'), wanted, examine)
  expect(plain.picture).toMatchObject({ title: '' })
  expect(plain.picture?.direction).toBeUndefined()
})

test('findings have the lines of the given text', async () => {
  const broken = script('shop').replace('await topology.apply()', 'await topology.aply()')
  const { findings: without } = await judge(broken)
  const { findings: below } = await judge(header + broken)
  expect(without.length).toBeGreaterThan(0)
  expect(below.map(({ line }) => line)).toEqual(without.map(({ line }) => line + 4))
})

test('an invalid header is an error with its position, and the only finding', async () => {
  const { findings } = await judge(`/*---\nnmae: Shop\n---*/\n${script('shop')}`)
  expect(findings).toMatchObject([{ rule: 'header', severity: 'error', line: 2 }])
})

test('a comment that only looks like a header is an error, and a header may stand behind others', async () => {
  const { findings } = await judge(`/* ---\npublic: false\n--- */\n${script('shop')}`)
  expect(findings).toMatchObject([{ rule: 'header', severity: 'error', line: 1 }])
  const { code, header: said } = await judge(`// SPDX\n${header}${script('shop')}`)
  expect({ code, said }).toEqual({
    code: `// SPDX\n${script('shop')}`,
    said: { name: 'Shop', slug: 'a-shop' },
  })
})

test.each([
  'import secret from "./package.json"',
  'const x = await import("./package.json")',
  'require("./package.json")',
])('%s imports no file', async (line) => {
  const { code, findings } = await judge(`${line}\n${script('shop')}`)
  expect(findings).toMatchObject([{ severity: 'error', line: 1 }])
  expect(code).not.toContain('topo-cli')
})

test('`export default` at the end is sent as `return`, and findings keep their columns', async () => {
  const flow = "new FlowBuilder().from('web').to('nowhere')"
  const { code, findings } = await judge(`${header}${script('shop')}export default ${flow}\n`)
  expect(code).toBe(`${script('shop')}return ${flow}\n`)
  const column = `export default ${flow}`.indexOf('to(') + 1
  expect(findings.map((found) => [found.rule, found.column])).toContainEqual([
    'known-flow-nodes',
    column,
  ])
  const other = await judge(`export default 1\n${script('shop')}`)
  expect(other).toMatchObject({ findings: [{ rule: 'syntax', severity: 'error', line: 1 }] })
})

test('types are kept; project settings and comments turn advice off', async () => {
  const typed = script('shop').replace(
    'const group',
    'const group: unknown extends never ? 1 : any',
  )
  expect(await judge(typed)).toMatchObject({ code: typed, findings: [] })
  const lonely = script('shop').replace(
    "label: 'Web' }",
    "label: 'Web' }).addProcess({ id: 'x', label: 'X' }",
  )
  expect((await judge(lonely)).findings).toMatchObject([{ rule: 'isolated-nodes' }])
  expect((await judge(lonely, { 'isolated-nodes': 'off' })).findings).toEqual([])
})
