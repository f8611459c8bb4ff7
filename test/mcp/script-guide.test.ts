/** The script guide for assistants: its examples are valid, and it lists all icons, shapes and types. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { validate } from '../../src/validator/index.ts'
import { CONNECTION_TYPES, ICONS, SHAPES, STATES } from '../../src/validator/vocabulary.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../templates/script-guide.md'), 'utf8')
const examples = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code as string)

test('every example of the guide is valid without findings, and two have scenarios', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(3)
  for (const code of examples) {
    const { findings } = await validate(code)
    // The shortest script has no flow, so a hint about scenarios is allowed.
    expect(findings).toEqual([])
  }
  expect(examples.filter((code) => code.includes('return flow'))).toHaveLength(2)
})

test('the guide lists every icon, shape, state and type', () => {
  const words = new Set(guide.match(/[a-z][a-z-]*/g))
  for (const word of [...ICONS, ...SHAPES, ...STATES, ...CONNECTION_TYPES])
    expect(words).toContain(word)
})
