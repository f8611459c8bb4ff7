/** How many cases a property test draws: all of them with `npm run test:all`, a tenth of them where somebody waits. */
const share = process.env.TOPO_TESTS === 'all' ? 1 : 0.1

/** @param all what `npm run test:all` draws */
export const cases = (all: number): number => Math.ceil(all * share)
