/** `topo-cli/validator` reads the text of a file, also if it is a module. */
import { expect, test } from 'vitest'
import { accepts, validate } from '../../src/exports/validator.ts'

const nodes = `/*---
name: Shop
---*/
const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' })
await t.apply()
`
const flow = "new FlowBuilder().from('a').to('x')"

test.each([
  ['JavaScript', ''],
  ['TypeScript', 'const n: number = 1\n'],
])('`export default` is read as `return`, with the positions of the text: %s', async (_, types) => {
  const text = `${nodes}${types}export default ${flow}\n`
  const { findings, topology } = await validate(text, { rules: { 'isolated-nodes': 'off' } })
  expect(topology?.flows).toMatchObject([{ returned: true }])
  const line = text.split('\n').length - 1
  const column = `export default ${flow}`.indexOf('to(') + 1
  expect(findings).toMatchObject([{ rule: 'known-flow-nodes', line, column }])
  expect(accepts(findings)).toBe(true)
})

test('other exports are errors', async () => {
  expect(accepts((await validate(`export default 1\n${nodes}`)).findings)).toBe(false)
  expect(accepts((await validate(`${nodes}export const a = 1`)).findings)).toBe(false)
})
