// Benchmarks the validator: one script, many, large ones, memory of hostile ones, and another tool for comparison.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { median, noteOfPeak, processorTime, timed, topo } from './measure.js'
import { programOf, scriptOf } from './script.js'

const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))

/** New folder with these scripts: text by name. */
function folder(name, scripts) {
  mkdirSync(join(cwd, name))
  for (const [script, text] of scripts)
    writeFileSync(join(cwd, name, `${script}.topology.js`), text)
  return join(cwd, name)
}

export async function validate() {
  return [...many(), ...large(), ...(await memory()), ...besidePeers()]
}

function many() {
  const where = folder(
    'many',
    Array.from({ length: 1000 }, (_, n) => [`n${n}`, `${scriptOf(50)}// ${n}\n`]),
  )
  // Before the verdicts are kept.
  const rounds = Array.from({ length: 3 }, () =>
    processorTime([topo, 'validate', '--no-cache'], where),
  )
  const uncached = Math.min(...rounds)
  const programs = folder(
    'programs',
    Array.from({ length: 1000 }, (_, n) => [`n${n}`, `${programOf(50)}// ${n}\n`]),
  )
  const run = processorTime([topo, 'validate', '--no-cache'], programs)
  const seconds = median(Array.from({ length: 5 }, () => timed([topo, 'validate'], where))) / 1000
  const rate = 1000 / seconds
  const times = Array.from({ length: 3 }, () => processorTime([topo, 'validate'], where))
  const share = Math.min(...times) / uncached
  return [
    {
      what: 'topo validate --no-cache, processor time of a script of 50 nodes among 1,000',
      measured: `${(uncached / 1000).toFixed(1)} ms`,
      budget: '5 ms',
      met: uncached / 1000 <= 5,
    },
    {
      what: 'the same, if the nodes come from loops, so that the script runs',
      measured: `${(run / 1000).toFixed(1)} ms`,
      budget: '5 ms',
      met: run / 1000 <= 5,
    },
    {
      what: 'topo validate, processor time of 1,000 unchanged scripts',
      measured: `${(100 * share).toFixed(0)} % of that of new ones`,
      budget: '10 %',
      met: share <= 0.1,
      ratio: share,
    },
    {
      what: 'topo validate, 1,000 scripts of 50 nodes',
      measured: `${rate.toFixed(0)} scripts/s (${seconds.toFixed(2)} s)`,
      budget: '600 scripts/s',
      met: rate >= 600,
    },
  ]
}

function large() {
  const where = folder(
    'large',
    [10_000, 20_000].map((nodes) => [`n${nodes}`, scriptOf(nodes)]),
  )
  // Alternating, so that both meet the same load.
  const rounds = Array.from({ length: 3 }, () =>
    [10_000, 20_000].map((nodes) => timed([topo, 'validate', `n${nodes}.topology.js`], where)),
  )
  const [ten, twenty] = [0, 1].map((column) => Math.min(...rounds.map((round) => round[column])))
  return [
    {
      what: 'topo validate, 10,000 nodes',
      measured: `${(ten / 1000).toFixed(2)} s`,
      budget: '0.6 s',
      met: ten <= 600,
    },
    {
      what: 'topo validate, 20,000 nodes',
      measured: `${(twenty / 1000).toFixed(2)} s, ${(twenty / ten).toFixed(2)}× of 10,000`,
      budget: 'linear (2.2×)',
      met: twenty / ten <= 2.2,
      ratio: twenty / ten,
    },
  ]
}

/** Peak memory of whole processes, threads included, against a process with an ordinary script. */
async function memory() {
  const hostile = await hostileScripts()
  const where = folder('hostile', [['ordinary', scriptOf(50)], ...hostile])
  const peakOf = (name) => peak(['validate', `${name}.topology.js`], where)
  const ordinary = peakOf('ordinary')
  const alone = hostile.map(([name]) => ({ name, more: peakOf(name) - ordinary }))
  const worst = alone.reduce((most, one) => (one.more > most.more ? one : most))

  const texts = Array.from({ length: 200 }, (_, n) => [`n${n}`, scriptOf(50)])
  const crowd = peak(['validate'], folder('crowd', texts))
  const mixed = peak(['validate'], folder('mixed', [...texts, ...hostile]))
  const row = (what, more, base) => ({
    what,
    measured: `${more >= 0 ? '+' : ''}${more.toFixed(0)} MB over ${base.toFixed(0)} MB`,
    budget: '+200 MB',
    met: more <= 200,
  })
  return [
    row(`peak memory, the hostile script that takes most (${worst.name})`, worst.more, ordinary),
    row('peak memory, 200 scripts with threads, against one', crowd - ordinary, ordinary),
    row(`peak memory, the same with ${hostile.length} hostile scripts`, mixed - crowd, crowd),
  ]
}

/** All hostile scripts of the isolation tests, with names that are slugs. */
async function hostileScripts() {
  const file = join(cwd, 'hostile.mjs')
  const source = join(
    dirname(fileURLToPath(import.meta.url)),
    '..',
    'test',
    'topology',
    'hostile.ts',
  )
  await build({ entryPoints: [source], outfile: file, format: 'esm' })
  const { HOSTILE } = await import(pathToFileURL(file).href)
  return Object.values(HOSTILE)
    .flatMap((scripts) => Object.entries(scripts))
    .map(([name, text]) => [name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), text])
}

/** Peak memory of a process in megabytes, as counted by the system. */
function peak(args, where) {
  const file = join(cwd, 'peak')
  writeFileSync(file, 'NaN')
  const { signal } = spawnSync(process.execPath, ['--import', noteOfPeak(file), topo, ...args], {
    cwd: where,
    stdio: 'ignore',
  })
  if (signal !== null) throw new Error(`topo ${args.join(' ')} ended by ${signal}`)
  return Number(readFileSync(file, 'utf8')) / 1024
}

/**
 * Other tools that check a description, each with as much of it: 50 nodes and connections, 50 operations of an API. They are
 * installed for this run; one that cannot be installed is left out.
 */
const PEERS = [
  {
    package: 'likec4@1',
    file: 'likec4/bin/likec4.mjs',
    args: ['validate', '.'],
    input: () => ['fifty.c4', likec4Of(50)],
    times: 8,
  },
  {
    package: '@redocly/cli@2',
    file: '@redocly/cli/bin/cli.js',
    args: ['lint', 'fifty.json'],
    input: () => ['fifty.json', JSON.stringify(openApiOf(50))],
    times: 3,
  },
]

function besidePeers() {
  const ours = folder('beside', [['fifty', scriptOf(50)]])
  timed([topo, 'validate'], ours)
  return PEERS.map((peer) => besidePeer(peer, ours))
}

function besidePeer(peer, ours) {
  const name = `${peer.package.replace(/@\d+$/, '')} ${peer.args[0]}`
  const what = `topo validate, 50 nodes, against ${name}`
  const where = mkdtempSync(join(cwd, 'peer-'))
  writeFileSync(join(where, 'package.json'), '{ "private": true }')
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', peer.package]
  if (spawnSync('npm', install, { cwd: where, stdio: 'ignore', timeout: 180_000 }).status !== 0) {
    return {
      what,
      measured: `skipped: ${peer.package} could not be installed`,
      budget: 'faster',
      met: true,
    }
  }
  const [file, text] = peer.input()
  const drawing = join(where, 'input')
  mkdirSync(drawing)
  writeFileSync(join(drawing, file), text)
  const program = join(where, 'node_modules', peer.file)
  // In turn, so that both meet the same load.
  const pairs = Array.from({ length: 7 }, () => [
    timed([topo, 'validate'], ours),
    timed([program, ...peer.args], drawing),
  ])
  const [own, other] = [0, 1].map((column) => median(pairs.map((pair) => pair[column])))
  return {
    what,
    measured: `${(other / own).toFixed(1)} times as fast (${own.toFixed(0)} against ${other.toFixed(0)} ms)`,
    budget: `${peer.times} times`,
    met: other / own >= peer.times,
    ratio: other / own,
    better: 'more',
  }
}

function openApiOf(operations) {
  const paths = Array.from({ length: operations }, (_, n) => [
    `/things${n}/{id}`,
    {
      get: {
        operationId: `thing${n}`,
        summary: `Thing ${n}`,
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok' }, 404: { description: 'unknown' } },
      },
    },
  ])
  return {
    openapi: '3.0.3',
    info: {
      title: 'fifty',
      version: '1',
      license: { name: 'MIT', url: 'https://example.com/licence' },
    },
    servers: [{ url: 'https://api.example.com' }],
    security: [],
    paths: Object.fromEntries(paths),
  }
}

function likec4Of(nodes) {
  const ids = Array.from({ length: nodes }, (_, n) => `n${n}`)
  return [
    'specification { element process }',
    'model {',
    ...ids.map((id) => `  ${id} = process 'Node ${id}'`),
    ...ids.map((id, n) => `  ${id} -> n${(n * 7 + 2) % nodes} 'x'`),
    '}',
    'views { view index { include * } }',
    '',
  ].join('\n')
}
