/** The guide that assistants write scripts by: what it shows is right, and it names what there is. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { validate } from '../../src/validator/index.ts'
import { CONNECTION_TYPES, ICONS, SHAPES, STATES } from '../../src/validator/vocabulary.ts'

const guide = readFileSync(resolve(import.meta.dirname, '../../templates/script-guide.md'), 'utf8')
const examples = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code as string)

test('every example is valid without any finding, and two have scenarios', async () => {
  expect(examples.length).toBeGreaterThanOrEqual(3)
  for (const code of examples) {
    const { findings } = await validate(code)
    // A script without a flow is the shortest, and may be told to have scenarios.
    expect(findings).toEqual([])
  }
  expect(examples.filter((code) => code.includes('return flow'))).toHaveLength(2)
})

test('it names every word that there is to choose from', () => {
  const words = new Set(guide.match(/[a-z][a-z-]*/g))
  for (const word of [...ICONS, ...SHAPES, ...STATES, ...CONNECTION_TYPES]) expect(words).toContain(word)
})
