// Benchmarks how time and memory of a command grow with the number of scripts. Ten times as many shall take ten times as long,
// and the same memory.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteOfPeak, server, topo } from './measure.js'
import { scriptOf } from './script.js'

const few = 1000
const times = 10
const unlimited = '--quota publishPerDay=unlimited --quota draftsPerDay=unlimited'
/**
 * The scripts of the account, which `import` sends; a tenth of the size of those that are pushed.
 */
const line = (n) => JSON.stringify({ slug: `script-${n}`, code: scriptOf(1) })

export async function growth() {
  const small = await costsOf(few)
  const large = await costsOf(few * times)
  return Object.entries(large).flatMap(([what, cost]) => {
    const name = `topo ${what}, ${few} → ${few * times} scripts`
    const ratio = cost.seconds / small[what].seconds
    return [
      {
        what: name,
        measured: `${small[what].seconds.toFixed(2)} → ${cost.seconds.toFixed(2)} s`,
        budget: `${times}×, a quarter more at most`,
        met: ratio <= times * 1.25,
        ratio,
      },
      {
        what: `${name}: peak memory`,
        measured: `${small[what].megabytes.toFixed(0)} → ${cost.megabytes.toFixed(0)} MB`,
        budget: 'flat (20 %)',
        met: cost.megabytes <= small[what].megabytes * 1.2,
      },
    ]
  })
}

/**
 * Time and peak memory of each command on a separate service, where the caller has that many
 * scripts.
 */
async function costsOf(count) {
  const home = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  const service = await server(
    `${topo} mock start --port 0 --json --rate-limit 100000000 --fixtures none ${unlimited}`.split(
      ' ',
    ),
    (output) => (output.includes('\n') ? JSON.parse(output.split('\n', 1)[0]).url : undefined),
  )
  const folder = (name) => {
    const cwd = join(home, name)
    mkdirSync(cwd)
    writeFileSync(join(cwd, 'topo.config.json'), '{}')
    writeFileSync(join(cwd, '.gitignore'), '.topo\n')
    return cwd
  }
  const from = folder('from')
  const to = folder('to')
  const own = folder('own')
  writeFileSync(
    join(from, 'all.ndjson'),
    Array.from({ length: count }, (_, n) => line(n)).join('\n'),
  )
  for (let n = 0; n < count; n++)
    writeFileSync(join(own, `own-${n}.topology.js`), `${scriptOf(10)}// ${n}\n`)
  git(own, 'init', '-q')
  git(own, 'add', '-A')
  git(own, 'commit', '-qm', 'x')
  const run = (cwd, ...args) => costOf(args, { cwd, home, url: service.url })
  try {
    return {
      'script import': await run(from, 'script', 'import', 'all.ndjson'),
      'pull, all are new': await run(to, 'pull'),
      'pull, nothing to do': await run(to, 'pull'),
      'script export': await run(from, 'script', 'export', 'out'),
      'validate, all are new': await run(own, 'validate'),
      'validate, none changed': await run(own, 'validate'),
      'push, all are new': await run(own, 'push'),
      'push, nothing to do': await run(own, 'push'),
      status: await run(own, 'status'),
      query: await run(own, 'query', 'n1'),
      'script review of one change': await reviewIn(own, run),
    }
  } finally {
    await service.stop()
    rmSync(home, { recursive: true })
  }
}

function reviewIn(cwd, run) {
  appendFileSync(join(cwd, 'own-0.topology.js'), '// changed\n')
  return run(cwd, 'script', 'review', 'HEAD')
}

const git = (cwd, ...words) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd })

/** Uses a separate cache: what an earlier benchmark found does not count. */
async function costOf(args, { cwd, home, url }) {
  const peak = join(home, 'peak')
  const env = {
    ...process.env,
    TOPO_BASE_URL: url,
    TOPO_API_KEY: 'ca_demo_carol',
    TOPO_CACHE: join(home, 'cache'),
  }
  const begin = performance.now()
  const child = spawn(process.execPath, ['--import', noteOfPeak(peak), topo, ...args], {
    cwd,
    env,
    stdio: 'ignore',
  })
  const exit = await new Promise((done) => child.on('close', done))
  if (exit !== 0) throw new Error(`topo ${args.join(' ')} ended with ${exit}`)
  const seconds = (performance.now() - begin) / 1000
  return { seconds, megabytes: Number(readFileSync(peak, 'utf8')) / 1024 }
}
