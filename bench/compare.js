// Compares the ratios of two runs. No number is a limit: a person reads the table.

/** Changes below this part are noise on a shared machine. */
const NOTABLE = 0.1

/** `{ what: { ratio, better } }` of the rows that are ratios; `better` is `less` or `more`. */
export const ratiosOf = (rows) =>
  Object.fromEntries(
    rows.flatMap(({ what, ratio, better = 'less' }) =>
      Number.isFinite(ratio) ? [[what, { ratio: Number(ratio.toFixed(3)), better }]] : [],
    ),
  )

/** A table in Markdown; a notable change comes first, the worst at the top. */
export function comparison(before, now) {
  const rows = Object.entries(now)
    .map(([what, { ratio, better }]) => ({ what, ratio, better, was: before[what]?.ratio }))
    .map((row) => ({ ...row, worse: worseBy(row) }))
    .sort((a, b) => (b.worse ?? -1) - (a.worse ?? -1))
  const lines = rows.map(
    ({ what, was, ratio, worse }) =>
      `| ${what} | ${was === undefined ? '' : shown(was)} | ${shown(ratio)} | ${verdict(worse)} |`,
  )
  const gone = Object.keys(before).filter((what) => !Object.hasOwn(now, what))
  return [
    '| ratio | before | now | |',
    '|---|---|---|---|',
    ...lines,
    ...(gone.length === 0 ? [] : ['', `Not measured now: ${gone.join('; ')}.`]),
  ].join('\n')
}

/** Part by which a ratio got worse; negative if it got better, undefined if it is new. */
function worseBy({ was, ratio, better }) {
  if (was === undefined || !(was > 0) || !(ratio > 0)) return undefined
  return (better === 'less' ? ratio / was : was / ratio) - 1
}

function verdict(worse) {
  if (worse === undefined) return 'new'
  if (Math.abs(worse) < NOTABLE) return ''
  return `${worse > 0 ? '**worse**' : 'better'}, ${Math.round(Math.abs(worse) * 100)} %`
}

const shown = (ratio) => `${ratio.toFixed(2)}×`
