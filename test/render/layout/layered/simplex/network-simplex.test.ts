import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  networkSimplex,
  numbersOf,
  solve,
} from '../../../../../src/render/layout/layered/simplex/network-simplex.ts'
import {
  initCutValues,
  type Spring,
  withSprings,
} from '../../../../../src/render/layout/layered/simplex/spanning-tree.ts'

const count = 8
const pair = fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).filter(([from, to]) => from < to)
const constraints = fc.array(
  fc
    .record({ pair, length: fc.nat(50) })
    .map(({ pair: [from, to], length }) => ({ from, to, length })),
)
const springs = fc.array(
  fc
    .record({
      pair,
      offset: fc.integer({ min: -50, max: 50 }),
      weight: fc.integer({ min: 1, max: 30 }),
    })
    .map(({ pair: [from, to], ...rest }) => ({ from, to, ...rest })),
)

const costOf = (numbers: Float64Array, pulls: readonly Spring[]): number =>
  pulls.reduce((sum, { from, to, offset, weight }) => {
    return sum + weight * Math.abs((numbers[from] as number) + offset - (numbers[to] as number))
  }, 0)

it('a solved program with more springs gets numbers as good as those of a new one', () => {
  fc.assert(
    fc.property(constraints, springs, springs, (bounds, pulls, more) => {
      const solved = initCutValues(count, bounds, pulls)
      expect(solve(solved)).toBe(true)
      const before = numbersOf(solved)
      const longer = withSprings(solved, more)
      expect(solve(longer)).toBe(true)
      const numbers = numbersOf(longer)
      for (const { from, to, length } of bounds)
        expect((numbers[to] as number) - (numbers[from] as number)).toBeGreaterThanOrEqual(length)
      const all = [...pulls, ...more]
      const fresh = networkSimplex(count, bounds, all) as Float64Array
      expect(costOf(numbers, all)).toBe(costOf(fresh, all))
      expect(numbersOf(solved)).toEqual(before)
    }),
  )
})
