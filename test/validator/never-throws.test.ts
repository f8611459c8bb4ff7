import fc from 'fast-check'
import { expect, it } from 'vitest'
import { validate } from '../../src/validator/index.ts'

const options = { now: () => performance.now(), limits: { time: 300 } }
const SNIPPETS = [
  'new TopologyBuilder',
  '(true)',
  '.apply()',
  '.connect(',
  "'a'",
  ',',
  ')',
  '{',
  '}',
  'await ',
  '`',
  '${',
  '/*',
  '=>',
  'class A ',
  '\n',
  '\u2028',
  '😀',
  '\uFEFF',
  ': any',
  '<T>',
  'import ',
  'return ',
  '...',
]

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

it('whatever the text', async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), expectSoundFindings), {
    numRuns: 200,
  })
})

it('whatever the text, made of code', async () => {
  const code = fc.array(fc.constantFrom(...SNIPPETS), { maxLength: 30 }).map((parts) => parts.join(''))
  await fc.assert(fc.asyncProperty(code, expectSoundFindings), { numRuns: 300 })
})
