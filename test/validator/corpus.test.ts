/** Example scripts in templates, the demo world and the documents have no findings. */
import { describe, expect, it } from 'vitest'
import { validate } from '../../src/exports/validator.ts'
import { isAll } from '../cases.ts'
import { cpuOf } from '../cpu.ts'
import { exampleScripts } from './corpus.ts'

describe('example scripts have no finding', () => {
  it('the corpus has scripts from each source', () => {
    const names = exampleScripts.map(([name]) => name).join('\n')
    expect(names).toMatch(/templates: starters.*[\s\S]*demo world.*[\s\S]*docs: /)
    expect(exampleScripts.length).toBeGreaterThan(12)
  })

  it.each(exampleScripts)('%s', async (_, code) => {
    const { findings } = await validate(code)
    expect(findings).toEqual([])
  })
})

const many = isAll ? 8000 : 2000
it(`validation finishes with ${many} nodes and connections that have a finding each`, async () => {
  const script = `const t = new TopologyBuilder(true)
for (let i = 0; i < ${many}; i++) t.createProcess({ id: 'n' + i, label: 'Node ' + i, layer: 'layer' + i, lable: 1 })
for (let i = 1; i < ${many}; i++) t.connect('n' + i, 'n' + (i - 1), { port: 80, type: 'htpp' })
await t.apply()`
  const { findings } = await validate(script, { limits: { steps: 2_000_000_000 } })
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(
    new Set(['unknown-option', 'unknown-connection-type']),
  )
  expect(findings).toHaveLength(2 * many - 1)
}, 60_000)

it('findings about few calls in a script of many statements do not search all of it each time', async () => {
  const statements = 'var a = 1;'.repeat(60_000)
  const pairs = "['a', 'b'],".repeat(10_000)
  const text = `new TopologyBuilder(true).createNode('a', {}).createNode('b', {}).apply()
    ${statements}
    return new FlowBuilder().parallel([${pairs}])`
  const { value, seconds } = await cpuOf(() => validate(text))
  expect(value.findings.filter(({ rule }) => rule === 'flow-edges')).toHaveLength(10_000)
  expect(seconds).toBeLessThan(5)
})
