/** What a check may take decides if threads start. */
import { describe, expect, it } from 'vitest'

const line = "g.addProcess({ id: 'a', label: 'A' })\n"
const straight = (nodes: number) => line.repeat(nodes)
const program = (nodes: number) => `for (let n = 0; n < ${nodes}; n++) ${line}`

import { ExpectedWork, expectedMs } from '../../../src/project/check/expected-work.ts'

describe('expected work', () => {
  it('is more for a script that runs than for the same diagram in a straight line', () => {
    expect(expectedMs(program(50))).toBeGreaterThan(expectedMs(straight(50)))
  })

  it('grows with the length of a script', () => {
    expect(expectedMs(straight(100))).toBeCloseTo(2 * expectedMs(straight(50)))
  })

  it('of many scripts is what the first ones take, for all of them', () => {
    const code = straight(50)
    const expected = new ExpectedWork(1000)
    for (let seen = 1; seen < 20; seen++) expect(expected.msWith(code)).toBe(0)
    expect(expected.msWith(code)).toBeCloseTo(1000 * expectedMs(code))
  })
})
