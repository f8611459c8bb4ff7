/**
 * Requests of each command. `docs/continuous-integration.md` shows this table, and `test/sync/requests.test.ts` counts
 * them at the service.
 */

type Sizes = Record<string, number>

/**
 * Each command, and how often it asks: `one` always, `n` for each file, `pages` for each page of a list of the account, `fifties`
 * for each fifty files, `k` for each change, `scripts` for each script of the account.
 */
const requests: Record<string, [command: string, terms: Sizes]> = {
  few: [
    'push or status of n files, if these are fewer than the pages; writes come on top',
    { one: 1, n: 1 },
  ],
  fewPublic: [
    'the same of public files, in a fresh checkout without `.topo/remote.json`',
    { one: 1, n: 1, pages: 1 },
  ],
  known: [
    'the same of unchanged files, with `.topo/remote.json`, where the service has `by-slugs`',
    { one: 1, fifties: 1 },
  ],
  merge: ['push on merge, k files changed (`--incremental`)', { one: 1, k: 2 }],
  first: ['first push of n files', { one: 1, n: 1, pages: 1 }],
  shards: ['first push of n files in four shards', { one: 4, n: 1, pages: 4 }],
  status: [
    'status of all scripts after k changes elsewhere, in a fresh checkout with `.topo/remote.json`',
    { pages: 1, k: 1 },
  ],
  exportCode: ['export again after k changes, `--no-comments`', { pages: 1, k: 1 }],
  exportAll: ['export again after k changes, with comments', { pages: 1, k: 1, scripts: 1 }],
}

/** @param sizes what each unit stands for; those that are missing stay in the formula */
function formula(terms: Sizes, sizes: Sizes): string {
  const known = Object.entries(terms).filter(([unit]) => unit in sizes)
  const sum = known.reduce((total, [unit, times]) => total + times * (sizes[unit] ?? 0), 0)
  const rest = Object.entries(terms)
    .filter(([unit]) => !(unit in sizes))
    .map(
      ([unit, times]) =>
        `${times === 1 ? '' : `${times} × `}${unit === 'fifties' ? 'n / 50' : unit}`,
    )
  return [...rest, ...(sum === 0 ? [] : [sum.toLocaleString('en')])].join(' + ')
}

/** Requests of a command. */
export function requestsOf(name: string, sizes: Sizes): number {
  const terms = Object.entries(requests[name]?.[1] ?? {})
  return terms.reduce(
    (sum, [unit, times]) => sum + times * ({ one: 1, ...sizes }[unit] ?? Number.NaN),
    0,
  )
}

const account = (scripts: number): Sizes => ({ one: 1, pages: scripts / 100, scripts })

export const requestsHeader = ['command', 'requests', 'account of 10,000 scripts']

export const requestsRows = (): string[][] =>
  Object.values(requests).map(([what, terms]) => [
    what,
    ...[{ one: 1 }, account(10_000)].map((sizes) => formula(terms, sizes)),
  ])
