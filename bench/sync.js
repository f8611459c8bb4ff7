// Benchmarks syncing: an import of thousands of scripts, a push of unchanged ones, a save while topo watches.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { median, noteOfPeak, server, topo } from './measure.js'
import { scriptOf } from './script.js'

const rows = 5000
/** Nodes in one script; a typical size. */
const nodes = 20

export async function sync() {
  const service = await server(
    [
      topo,
      'mock',
      'start',
      '--port',
      '0',
      '--json',
      '--rate-limit',
      '100000000',
      '--fixtures',
      'none',
    ],
    (output) => (output.includes('\n') ? JSON.parse(output.split('\n', 1)[0]).url : undefined),
  )
  const windows = slideWindows(service.url)
  try {
    return [...(await importRows(service)), ...(await pushRows(service)), await watchRow(service)]
  } finally {
    windows.abort()
    service.stop()
  }
}

/** Advances the service's clock by a day ten times a second, so that no quota runs out. */
function slideWindows(url) {
  const stop = new AbortController()
  const control = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const tick = async () => {
    while (!stop.signal.aborted) {
      await fetch(`${url}/__mock/clock`, { ...control, body: '{ "advanceSeconds": 86401 }' }).catch(
        () => {},
      )
      await wait(100)
    }
  }
  void tick()
  return stop
}

const environment = (url) => ({ ...process.env, TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_carol' })
const codeOf = (name) => `${scriptOf(nodes)}// ${name}\n`

/** `import` of many and of a fifth of them, against the same creations by a minimal client. */
async function importRows({ url }) {
  const few = await importing(url, 'few', rows / 5)
  const many = await importing(url, 'many', rows)
  const bare = await creating(url, rows / 5)
  const rate = rows / many.seconds
  return [
    {
      what: `topo import, ${rows} scripts of ${nodes} nodes, from the first create to the last`,
      measured: `${rate.toFixed(0)}/s, ${((100 * rate) / bare).toFixed(0)} % of the service's ${bare.toFixed(0)}/s`,
      budget: '70 %',
      met: rate >= bare * 0.7,
      ratio: rate / bare,
      better: 'more',
    },
    {
      what: `its peak memory, against that of ${rows / 5} scripts`,
      measured: `${few.peak.toFixed(0)} → ${many.peak.toFixed(0)} MB`,
      budget: 'flat (20 %)',
      met: many.peak <= few.peak * 1.2,
    },
  ]
}

async function importing(url, name, count) {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  const line = (n) => JSON.stringify({ slug: `${name}-${n}`, code: codeOf(n) })
  writeFileSync(
    join(cwd, 'all.ndjson'),
    Array.from({ length: count }, (_, n) => line(n)).join('\n'),
  )
  writeFileSync(join(cwd, 'topo.config.json'), '{}')
  const peak = join(cwd, 'peak')
  const args = [
    '--import',
    noteOfPeak(peak),
    topo,
    'script',
    'import',
    'all.ndjson',
    '--json-stream',
  ]
  const child = spawn(process.execPath, args, {
    cwd,
    env: environment(url),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let first
  let last
  child.stdout.on('data', () => {
    last = performance.now()
    first ??= last
  })
  const code = await new Promise((done) => child.on('close', done))
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (last - first) / 1000, peak: Number(readFileSync(peak, 'utf8')) / 1024 }
}

/** Creations per second, four at a time like topo. @param asks ask for each before all are created, like a push */
async function creating(url, count, name = 'bare', asks = false) {
  const pool = new Pool(url, { connections: 4 })
  const headers = { authorization: 'Bearer ca_demo_carol', 'content-type': 'application/json' }
  const atOnce = async (send) => {
    let left = count
    const client = async () => {
      for (let n = left--; n > 0; n = left--) await send(n)
    }
    await Promise.all(Array.from({ length: 4 }, client))
  }
  const ask = async (n) => {
    const answer = await pool.request({ path: `/v1/scripts/${name}-${n}`, method: 'GET', headers })
    await answer.body.dump()
  }
  const create = async (n) => {
    const body = JSON.stringify({
      slug: `${name}-${n}`,
      name: `${name}-${n}`,
      type: 'topology',
      code: codeOf(n),
    })
    const answer = await pool.request({ path: '/v1/scripts', method: 'POST', headers, body })
    if (answer.statusCode !== 200) throw new Error(`the service answers ${answer.statusCode}`)
    await answer.body.dump()
  }
  const begin = performance.now()
  if (asks) await atOnce(ask)
  await atOnce(create)
  await pool.close()
  return count / ((performance.now() - begin) / 1000)
}

/** A push of new scripts against the same requests by a minimal client; the requests of a push of unchanged ones. */
async function pushRows({ url }) {
  const count = 1000
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'topo.config.json'), '{}')
  for (let n = 0; n < count; n++) writeFileSync(join(cwd, `push-${n}.topology.js`), codeOf(n))
  const push = async () => {
    const child = spawn(process.execPath, [topo, 'push'], {
      cwd,
      env: environment(url),
      stdio: 'ignore',
    })
    const code = await new Promise((done) => child.on('close', done))
    if (code !== 0) throw new Error(`the push ended with ${code}`)
  }
  const begin = performance.now()
  await push()
  const rate = count / ((performance.now() - begin) / 1000)
  const bare = await creating(url, count, 'alone', true)
  await fetch(`${url}/__mock/requests`, { method: 'DELETE' })
  await push()
  const { items } = await (await fetch(`${url}/__mock/requests`)).json()
  const asked = items.filter(({ path }) => path.startsWith('/v1/')).length
  const { totalCount } = await (
    await fetch(`${url}/v1/scripts/user?limit=1`, {
      headers: { authorization: 'Bearer ca_demo_carol' },
    })
  ).json()
  const pages = Math.ceil(totalCount / 100)
  return [
    {
      what: `topo push, ${count} new scripts of ${nodes} nodes, as a whole process`,
      measured: `${rate.toFixed(0)}/s, ${((100 * rate) / bare).toFixed(0)} % of the service's ${bare.toFixed(0)}/s`,
      budget: '80 %',
      met: rate >= bare * 0.8,
      ratio: rate / bare,
      better: 'more',
    },
    {
      what: `topo push, ${count} unchanged scripts among ${totalCount}`,
      measured: `${asked} requests`,
      budget: `${pages}, one a page`,
      met: asked <= pages,
    },
  ]
}

/** Time from saving a file to the line that reports the upload. */
async function watchRow({ url }) {
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  writeFileSync(join(cwd, 'topo.config.json'), '{}')
  const child = spawn(process.execPath, [topo, 'watch', '--json'], {
    cwd,
    env: environment(url),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let heard = ''
  let told = () => {}
  child.stdout.on('data', (chunk) => {
    heard += chunk
    told()
  })
  const until = (type) =>
    new Promise((done) => {
      told = () => heard.includes(`"type":"${type}"`) && done()
      told()
    })
  await until('watching')
  const times = []
  for (let n = 0; n < 12; n++) {
    heard = ''
    const begin = performance.now()
    writeFileSync(join(cwd, 'seen.topology.js'), codeOf(`save ${n}`))
    await until('sent')
    times.push(performance.now() - begin)
    await wait(150)
  }
  child.kill('SIGINT')
  const time = median(times.slice(2))
  return {
    what: `topo watch, from save to uploaded, a script of ${nodes} nodes`,
    measured: `${time.toFixed(0)} ms`,
    budget: '150 ms',
    met: time <= 150,
  }
}
