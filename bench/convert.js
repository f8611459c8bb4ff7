// Benchmarks how often lines cross in converted flowcharts, beside Mermaid's own pictures of the same charts.
import { source } from '../scripts/source.js'
import { drawCharts } from './layout/mermaid.js'

/** So many charts are listed. */
const mostListed = 12

export async function convert() {
  const { charts } = await source('test/convert/charts.ts')
  const { crossingsOf, crossingsOfChart } = await source('test/convert/drawn-chart.ts')
  const theirs = await drawCharts(charts)
  if (theirs === undefined) {
    console.log('Converted charts are left out: Mermaid needs Chromium.')
    return []
  }
  const rows = []
  for (const [name, text] of Object.entries(charts)) {
    const topo = await crossingsOfChart(text)
    rows.push({ name, topo, mermaid: crossingsOf(theirs[name]) })
  }
  const topo = rows.reduce((sum, row) => sum + row.topo, 0)
  const mermaid = rows.reduce((sum, row) => sum + row.mermaid, 0)
  console.log(`\n${listOf(rows)}\n`)
  return [
    {
      what: `crossings in ${rows.length} converted flowcharts, as a share of Mermaid’s`,
      measured: `${topo} of ${mermaid}, ${(topo / mermaid).toFixed(2)}`,
      budget: '1',
      met: topo <= mermaid,
    },
  ]
}

/** The charts that are worst beside Mermaid's. */
function listOf(rows) {
  const worst = rows.toSorted((a, b) => b.topo - b.mermaid - (a.topo - a.mermaid))
  return worst
    .slice(0, mostListed)
    .map(({ name, topo, mermaid }) => `${name.padEnd(24)} topo ${topo}, Mermaid ${mermaid}`)
    .join('\n')
}
