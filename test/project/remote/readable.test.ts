/** Scripts whose code the caller may not read. */
import { expect, test } from 'vitest'
import { assertReadable } from '../../../src/project/remote/read-remote.ts'

const script = { id: 'i', slug: 's', name: 'n', userCanAccess: false }
const hintOf = (tags: string[] | null | undefined): string | undefined => {
  try {
    assertReadable({ ...script, tags }, 's')
  } catch (error) {
    return (error as { hint?: string }).hint
  }
  return undefined
}

test('a case names its bundle; without one, nothing is for sale', () => {
  expect(hintOf(['x', 'category:kafka'])).toBe(
    'Buy its bundle to read it: "topo billing buy kafka-cases".',
  )
  for (const tags of [undefined, null, [], ['kafka'], ['category:'], ['category:a" && reboot']]) {
    expect(hintOf(tags)).toBe('No bundle contains it. Ask its owner for access.')
  }
})
