import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validate } from '../../src/validator/index.ts'
import { cases } from '../cases.ts'

const options = { limits: { steps: 20_000_000 } }
async function expectSoundFindings(text: string) {
  const { findings } = await validate(text, options)
  const lines = text.split('\n').length
  for (const { line, column, endLine, endColumn, message, fix } of findings) {
    expect(line).toBeGreaterThanOrEqual(1)
    expect(line).toBeLessThanOrEqual(lines)
    expect(column).toBeGreaterThanOrEqual(1)
    expect(endLine > line || (endLine === line && endColumn >= column)).toBe(true)
    expect(message).not.toBe('')
    expect(fix).not.toBe('')
  }
}

it('validation never throws for any options', async () => {
  const names =
    'id label state shape icon color layer port type width replicas capacity style lable'.split(' ')
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('NaN', '#fff', 'Running', 'zone-a', 99_999),
  )
  const config = fc.dictionary(fc.constantFrom(...names, '__proto__'), value, { maxKeys: 6 })
  const calls = fc.array(fc.tuple(config, config, config), { minLength: 1, maxLength: 4 })
  const script = calls.map((given) =>
    given
      .map((configs) => configs.map((one) => JSON.stringify(one)))
      .map(
        ([group, node, edge]) =>
          `t.createGroup(${group}).addProcess(${node}); t.connect('a', 'b', ${edge})`,
      )
      .join('\n'),
  )
  await fc.assert(
    fc.asyncProperty(script, async (text) => {
      await expectSoundFindings(`const t = new TopologyBuilder(true)\n${text}\nt.apply()`)
    }),
    { numRuns: cases(200) },
  )
})

it.each(['let x = ;', 'throw 1', ''])(
  'validation yields to the event loop, which frees the memory of the parser: %j',
  async (text) => {
    let turned = false
    setImmediate(() => {
      turned = true
    })
    await validate(text, options)
    expect(turned).toBe(true)
  },
)
