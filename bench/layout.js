// Benchmarks the pictures of the corpus beside other programs, on the same graphs with the same sizes.
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { elk, graphviz } from './layout/peers.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @returns the ledgers as text before the rows of the table, because they are wider than it */
export async function layoutQuality() {
  const tools = await loadCorpus()
  return [...(await compare(tools, 'corpus')), ...(await compare(tools, 'unseen'))]
}

async function compare({ drawings, measure, sumOf, writeLedger }, graphs) {
  const all = await drawings(graphs)
  const titled = (what) => `${graphs}: ${what}`
  const ledgerOf = async (draw) => {
    const ledger = new Map()
    let milliseconds = 0
    for (const { name, drawing } of all) {
      const begin = performance.now()
      const drawn = await draw(drawing)
      milliseconds += performance.now() - begin
      ledger.set(name, measure(drawn))
    }
    return { ledger, milliseconds }
  }
  const topo = await ledgerOf((drawing) => drawing)
  const peers = { 'ELK (layered)': await ledgerOf(elk), 'Graphviz (dot)': await ledgerOf(graphviz) }
  const time = all.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  print('topo', topo.ledger, time)
  for (const [name, { ledger, milliseconds }] of Object.entries(peers)) print(name, ledger, milliseconds)

  const own = sumOf(topo.ledger)
  const others = sumOf(peers['ELK (layered)'].ledger)
  const atMost = all.filter(
    ({ name }) => topo.ledger.get(name).crossings <= peers['ELK (layered)'].ledger.get(name).crossings,
  ).length
  const zero = (figure, what) => ({
    what: titled(what),
    measured: String(own[figure]),
    budget: '0',
    met: own[figure] === 0,
  })
  return [
    {
      what: titled('crossings in all pictures, as a share of ELK’s'),
      measured: (own.crossings / others.crossings).toFixed(2),
      budget: '1',
      met: own.crossings <= others.crossings,
    },
    {
      what: titled('pictures with no more crossings than ELK’s'),
      measured: `${atMost} of ${all.length}`,
      budget: '4 of 5',
      met: atMost >= 0.8 * all.length,
    },
    zero('overlap', 'pixels of edges on each other'),
    zero('boxes', 'edges through boxes'),
    zero('frames', 'edges through frames'),
    zero('titles', 'edges through titles'),
    zero('labelForeign', 'labels nearer to another edge'),
    {
      what: titled('area of all pictures, as a share of ELK’s'),
      measured: (own.area / others.area).toFixed(2),
      budget: '0.6',
      met: own.area <= 0.6 * others.area,
    },
  ]

  function print(name, ledger, milliseconds) {
    console.log(`\n${name}, ${graphs}, ${Math.round(milliseconds)} ms:\n${writeLedger(ledger)}`)
  }
}

/** Node cannot read the tests' TypeScript. */
async function loadCorpus() {
  const folder = mkdtempSync(join(root, 'dist', 'bench-'))
  const outfile = join(folder, 'corpus.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/layout/corpus.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'test/render/corpus')) },
    outfile,
  })
  try {
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
