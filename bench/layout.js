// Benchmarks the pictures of the corpus beside other programs, on the same graphs with the same sizes.
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { loadD2 } from './layout/d2.js'
import { loadMermaid } from './layout/mermaid.js'
import { elk, graphviz } from './layout/peers.js'
import { crowdOf, groupsOf } from './script.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** @returns the ledgers as text before the rows of the table, because they are wider than it */
export async function layoutQuality() {
  const tools = await loadCorpus()
  const others = await optionalPeers()
  try {
    return [
      ...(await compare(tools, 'corpus', others.peers)),
      ...(await compare(tools, 'unseen', others.peers)),
      ...(await speed(tools, 100, 150)),
      ...(await speed(tools, 1000, 2000)),
      ...(await growthOfCrowds(tools)),
    ]
  } finally {
    await others.close()
  }
}

/** Programs that are large, or need a browser. */
export async function optionalPeers() {
  const d2 = await loadD2()
  const mermaid = await loadMermaid()
  if (d2 === undefined) console.log('D2 is left out: npm install --no-save @terrastruct/d2')
  if (mermaid === undefined) console.log('Mermaid is left out: it needs Chromium.')
  return {
    peers: { ...(d2 && { 'D2 (dagre)': d2.draw }), ...(mermaid && { Mermaid: mermaid.draw }) },
    d2Version: d2?.version,
    close: () => Promise.all([d2?.close(), mermaid?.close()]),
  }
}

/** The least time of three layouts of nodes in groups, beside ELK's. */
async function speed({ drawScript }, nodes, budget) {
  const topo = []
  const elks = []
  for (let round = 0; round < 3; round++) {
    const { drawing, milliseconds } = await drawScript(groupsOf(nodes))
    topo.push(milliseconds)
    const begin = performance.now()
    await elk(drawing)
    elks.push(performance.now() - begin)
  }
  const own = Math.min(...topo)
  const its = Math.min(...elks)
  const what = `layout of ${nodes.toLocaleString('en')} nodes in groups`
  return [
    { what, measured: `${Math.round(own)} ms`, budget: `${budget} ms`, met: own <= budget },
    {
      what: `${what}: ELK’s time, as a multiple`,
      measured: `${(its / own).toFixed(1)}×`,
      budget: '4×',
      met: its >= 4 * own,
    },
  ]
}

/** How the time grows with a crowd of random connections, which has most work for its size. */
async function growthOfCrowds({ drawScript }) {
  const rows = []
  for (const nodes of [100, 500, 1000, 2000, 3000, 5000]) {
    const begin = process.cpuUsage()
    await drawScript(crowdOf(nodes))
    const { user, system } = process.cpuUsage(begin)
    // The script runs once, and is drawn twice.
    const seconds = (user + system) / 2e6
    rows.push({
      what: `layout of a crowd of ${nodes.toLocaleString('en')} nodes, processor time`,
      measured: `${seconds.toFixed(1)} s`,
      budget: '20 s',
      met: seconds <= 20,
    })
  }
  return rows
}

async function compare({ drawings, measure, sumOf, writeLedger }, graphs, others) {
  const all = await drawings(graphs)
  const titled = (what) => `${graphs}: ${what}`
  const topo = await ledgerOf(all, measure, async (drawing) => drawing)
  const peers = {}
  for (const [name, draw] of Object.entries({
    'ELK (layered)': elk,
    'Graphviz (dot)': graphviz,
    ...others,
  }))
    peers[name] = await ledgerOf(all, measure, draw)
  const time = all.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  print('topo', topo.ledger, time)
  for (const [name, { ledger, milliseconds, failed }] of Object.entries(peers)) {
    print(name, ledger, milliseconds)
    if (failed.length > 0) console.log(`Not drawn: ${failed.join(', ')}`)
  }

  const own = sumOf(topo.ledger)
  const elks = sumOf(peers['ELK (layered)'].ledger)
  const atMost = all.filter(
    ({ name }) =>
      topo.ledger.get(name).crossings <= peers['ELK (layered)'].ledger.get(name).crossings,
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
      measured: (own.crossings / elks.crossings).toFixed(2),
      budget: '1',
      met: own.crossings <= elks.crossings,
    },
    {
      what: titled('pictures with no more crossings than ELK’s'),
      measured: `${atMost} of ${all.length}`,
      budget: '4 of 5',
      met: atMost >= 0.8 * all.length,
    },
    {
      what: titled('bends in all pictures, as a share of ELK’s'),
      measured: (own.turns / elks.turns).toFixed(2),
      budget: '1',
      met: own.turns <= elks.turns,
    },
    zero('overlap', 'pixels of edges on each other'),
    zero('boxes', 'edges through boxes'),
    zero('frames', 'edges through frames'),
    zero('titles', 'edges through titles'),
    zero('labelForeign', 'labels nearer to another edge'),
    {
      what: titled('area of all pictures, as a share of ELK’s'),
      measured: (own.area / elks.area).toFixed(2),
      budget: '0.6',
      met: own.area <= 0.6 * elks.area,
    },
  ]

  function print(name, ledger, milliseconds) {
    console.log(`\n${name}, ${graphs}, ${Math.round(milliseconds)} ms:\n${writeLedger(ledger)}`)
  }
}

async function ledgerOf(all, measure, draw) {
  const ledger = new Map()
  const failed = []
  let milliseconds = 0
  for (const { name, drawing } of all) {
    const begin = performance.now()
    const drawn = await draw(drawing).catch((error) =>
      failed.push(`${name} (${error.message.slice(0, 80)})`),
    )
    milliseconds += performance.now() - begin
    if (drawn.nodes) ledger.set(name, measure(drawn))
  }
  return { ledger, milliseconds, failed }
}

/** Node cannot read the tests' TypeScript. */
async function loadCorpus() {
  const folder = mkdtempSync(join(root, 'dist', 'bench-'))
  const outfile = join(folder, 'corpus.mjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/layout/corpus.ts'],
    bundle: true,
    // Like the package: otherwise, objects of several literals take most of the time.
    minifySyntax: true,
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
