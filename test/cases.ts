/** How much is tested: everything with `npm run test:all`, a part of it with `npm test`, where somebody waits. */
import { test } from 'vitest'

export const isAll = process.env.TOPO_TESTS === 'all'

/** A test that only `npm run test:all` runs: a variation of one beside it. */
export const testAll = test.runIf(isAll)

/**
 * How many cases a property test draws: with `npm test` a tenth.
 * @param all what `npm run test:all` draws
 */
export const cases = (all: number): number => Math.ceil(all * (isAll ? 1 : 0.1))

/** Of what is tried one after the other, with `npm test` one of so many. */
export const oneOf = <T>(many: number, all: readonly T[]): T[] =>
  all.filter((_, at) => isAll || at % many === 0)
