// Benchmarks the embedded service: start, throughput, a general mock server for comparison, memory over many requests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, server, throughput, topo } from './measure.js'

const key = { 'x-api-key': 'ca_demo_alice' }
const start = (...flags) =>
  server([topo, 'mock', 'start', '--port', '0', '--json', ...flags], (output) =>
    output.includes('\n') ? JSON.parse(output.split('\n', 1)[0]).url : undefined,
  )

export async function mock() {
  const times = []
  for (let n = 0; n < 7; n++) {
    const service = await start()
    times.push(service.milliseconds)
    service.stop()
  }
  const ready = median(times)

  const service = await start('--rate-limit', '100000000')
  const small = await throughput(service.url, '/v1/billing/status', 40_000, { headers: key })
  const quota = await throughput(service.url, '/v1/quota/me', 40_000, { headers: key })
  const early = residentMegabytes(service.pid)
  await throughput(service.url, '/v1/scripts/hello-topology', 100_000, { headers: key })
  const late = residentMegabytes(service.pid)

  const memory = await writes()
  const kept = await writes('--data')

  const general = await generalMock()
  const other = await throughput(general.url, '/v1/billing/status', 5000)
  const again = await throughput(service.url, '/v1/billing/status', 40_000, { headers: key })
  general.stop()
  service.stop()
  const factor = Math.max(small, again) / other
  return [
    {
      what: 'embedded service ready',
      measured: `${ready.toFixed(0)} ms`,
      budget: '120 ms',
      met: ready <= 120,
    },
    {
      what: 'small requests',
      measured: `${small.toFixed(0)}/s`,
      budget: '40000/s',
      met: small >= 40_000,
    },
    {
      what: 'quota of a user',
      measured: `${quota.toFixed(0)}/s`,
      budget: '3000/s',
      met: quota >= 3000,
    },
    {
      what: 'changes in memory, in a folder',
      measured: `${memory.toFixed(0)}/s, ${kept.toFixed(0)}/s`,
      budget: '500/s in a folder',
      met: kept >= 500,
    },
    {
      what: 'small requests against a general mock server (prism)',
      measured: `${factor.toFixed(1)}× of ${other.toFixed(0)}/s`,
      budget: '20×',
      met: factor >= 20,
      ratio: factor,
      better: 'more',
    },
    {
      what: 'memory after 200,000 more requests',
      measured: `${early.toFixed(0)} → ${late.toFixed(0)} MB`,
      budget: 'flat (20 %)',
      met: late <= early * 1.2,
    },
  ]
}

/** Changes per second over 32 connections; the flag may be `--data`, without its folder. */
async function writes(...flags) {
  const folder = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  const data = flags.includes('--data') ? [join(folder, 'data')] : []
  const service = await start('--rate-limit', '100000000', ...flags, ...data)
  // Each request toggles the star: every one is a change, and the state does not grow.
  const { items } = await (await fetch(`${service.url}/v1/scripts/user`, { headers: key })).json()
  const path = `/v1/scripts/${items[0].id}/star`
  const { status } = await fetch(`${service.url}${path}`, { method: 'POST', headers: key })
  if (status !== 200) throw new Error(`a star is answered with ${status}`)
  const rate = await throughput(service.url, path, 10_000, { headers: key, method: 'POST' })
  service.stop()
  rmSync(folder, { recursive: true, force: true })
  return rate
}

function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
  } catch {
    return (
      Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024
    )
  }
}

/** Installs another mock server and serves one operation of the same shape. */
async function generalMock() {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }')
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '@stoplight/prism-cli@5.14.2'], {
    cwd,
    stdio: 'ignore',
  })
  const answer = {
    description: 'ok',
    content: { 'application/json': { example: { configured: true } } },
  }
  const description = {
    openapi: '3.0.0',
    info: { title: 'status', version: '1' },
    paths: { '/v1/billing/status': { get: { responses: { 200: answer } } } },
  }
  writeFileSync(join(cwd, 'api.json'), JSON.stringify(description))
  const prism = join(cwd, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
  const args = [prism, 'mock', '-h', '127.0.0.1', '-p', '4599', join(cwd, 'api.json')]
  return server(
    args,
    (output) => (output.includes('4599') ? 'http://127.0.0.1:4599' : undefined),
    cwd,
  )
}
