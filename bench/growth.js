// Benchmarks how the time of a command grows with the number of scripts: five times as many shall take five times as long.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { server, topo } from './measure.js'
import { scriptOf } from './script.js'

const few = 1000
const times = 5
const unlimited = '--quota publishPerDay=unlimited --quota draftsPerDay=unlimited'
const line = (n) => JSON.stringify({ slug: `script-${n}`, code: scriptOf(1) })

export async function growth() {
  const small = await secondsOf(few)
  const large = await secondsOf(few * times)
  return Object.entries(large).map(([what, largeSeconds]) => {
    const ratio = largeSeconds / small[what]
    return {
      what: `topo ${what}, ${few} → ${few * times} scripts`,
      measured: `${small[what].toFixed(2)} → ${largeSeconds.toFixed(2)} s`,
      budget: `${times}×, a quarter more at most`,
      met: ratio <= times * 1.25,
      ratio,
    }
  })
}

/** Seconds of each command on a separate service, where the caller has that many scripts. */
async function secondsOf(count) {
  const service = await server(
    `${topo} mock start --port 0 --json --rate-limit 100000000 --fixtures none ${unlimited}`.split(
      ' ',
    ),
    (output) => (output.includes('\n') ? JSON.parse(output.split('\n', 1)[0]).url : undefined),
  )
  const folder = () => {
    const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
    writeFileSync(join(cwd, 'topo.config.json'), '{}')
    return cwd
  }
  const from = folder()
  const to = folder()
  writeFileSync(
    join(from, 'all.ndjson'),
    Array.from({ length: count }, (_, n) => line(n)).join('\n'),
  )
  const run = (cwd, args) => seconds(args, cwd, service.url)
  try {
    return {
      'script import': await run(from, ['script', 'import', 'all.ndjson']),
      'pull, all are new': await run(to, ['pull']),
      'pull, nothing to do': await run(to, ['pull']),
      status: await run(to, ['status']),
      'push, nothing to do': await run(to, ['push']),
      'script export': await run(from, ['script', 'export', 'out']),
    }
  } finally {
    service.stop()
  }
}

async function seconds(args, cwd, url) {
  const env = { ...process.env, TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_carol' }
  const begin = performance.now()
  const child = spawn(process.execPath, [topo, ...args], { cwd, env, stdio: 'ignore' })
  const exit = await new Promise((done) => child.on('close', done))
  if (exit !== 0) throw new Error(`topo ${args.join(' ')} ended with ${exit}`)
  return (performance.now() - begin) / 1000
}
