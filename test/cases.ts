/** Sets how much is tested: everything with `npm run test:all`, a part with `npm test`, where somebody waits. */
import { test } from 'vitest'

export const isAll = process.env.TOPO_TESTS === 'all'

/** A test for `npm run test:all` only: a variation of one next to it. */
export const testAll = test.runIf(isAll)

/**
 * Number of cases of a property test; a tenth with `npm test`.
 * @param all cases with `npm run test:all`
 * @param part less than a tenth where a case takes long
 */
export const cases = (all: number, part = 0.1): number => Math.ceil(all * (isAll ? 1 : part))

/** All items, or with `npm test` one of every `many`. */
export const oneOf = <T>(many: number, all: readonly T[]): T[] =>
  all.filter((_, at) => isAll || at % many === 0)
