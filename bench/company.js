// Simulates a company: 10,000 scripts in 20 repositories, and 40 pushes on merge within an hour that allows a key 1,000 requests.
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { server, topo } from './measure.js'
import { scriptOf } from './script.js'

const repositories = 20
const scripts = 500
const pushes = 40
const limit = 1000
const unlimited = ['draftsPerDay', 'publishPerDay'].map((name) => `--quota=${name}=unlimited`)

export async function company() {
  const home = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  // A restart keeps the address: the state of a job belongs to it.
  const service = (rate, port = '0') =>
    server(
      [
        topo,
        'mock',
        'start',
        '--port',
        port,
        '--json',
        '--fixtures',
        'none',
        ...unlimited,
        '--data',
        join(home, 'data'),
        '--rate-limit',
        String(rate),
      ],
      (output) => (output.includes('\n') ? JSON.parse(output.split('\n', 1)[0]).url : undefined),
    )
  try {
    const generous = await service(100_000_000)
    for (let at = 0; at < repositories; at++) {
      makeRepository(home, at)
      await job(home, at, generous.url)
    }
    await generous.stop()
    const strict = await service(limit, new URL(generous.url).port)
    const changed = []
    for (let n = 0; n < pushes; n++) {
      const at = n % repositories
      for (let file = 0; file <= n % 3; file++) {
        const slug = `r${at}-${n * 3 + file}`
        appendFileSync(join(home, `r${at}`, `${slug}.topology.js`), `// changed by push ${n}\n`)
        changed.push({ slug, by: n })
      }
      commit(join(home, `r${at}`))
      await job(home, at, strict.url)
    }
    const { items } = await (await fetch(`${strict.url}/__mock/requests`)).json()
    const refused = items.filter(({ status }) => status === 429).length
    const published = []
    for (const { slug, by } of changed)
      if ((await codeOf(strict.url, slug)).includes(`// changed by push ${by}\n`))
        published.push(slug)
    await strict.stop()
    return [
      {
        what: `a company of ${repositories * scripts} scripts in ${repositories} repositories: requests of ${pushes} pushes on merge`,
        measured: `${items.length}; ${refused} answers 429`,
        budget: `${limit} an hour, none refused`,
        met: refused === 0 && items.length <= limit,
      },
      {
        what: 'its changed scripts that were published',
        measured: `${published.length} of ${changed.length}`,
        budget: 'all',
        met: published.length === changed.length,
      },
    ]
  } finally {
    rmSync(home, { recursive: true })
  }
}

function makeRepository(home, at) {
  const cwd = join(home, `r${at}`)
  mkdirSync(cwd)
  writeFileSync(join(cwd, 'topo.config.json'), '{}')
  writeFileSync(join(cwd, '.gitignore'), '.topo\n')
  for (let n = 0; n < scripts; n++)
    writeFileSync(join(cwd, `r${at}-${n}.topology.js`), `${scriptOf(3)}// ${at} ${n}\n`)
  git(cwd, 'init', '-q')
  commit(cwd)
}

const git = (cwd, ...words) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd })

function commit(cwd) {
  git(cwd, 'add', '-A')
  git(cwd, 'commit', '-qm', 'x')
}

/** A job of CI: a fresh clone, with `.topo/remote.json` of the last job and nothing else. */
async function job(home, at, url) {
  const clone = join(home, 'clone')
  const kept = join(home, `remote-${at}.json`)
  git(home, 'clone', '-q', join(home, `r${at}`), clone)
  const file = join(clone, '.topo', 'remote.json')
  if (existsSync(kept)) cpSync(kept, file)
  const words = ['push', '--incremental', '--if-newer', '--on-conflict', 'overwrite']
  const child = spawn(process.execPath, [topo, ...words], {
    cwd: clone,
    env: { ...process.env, CI: 'true', TOPO_BASE_URL: url, TOPO_API_KEY: 'ca_demo_carol' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  const code = await new Promise((done) => child.on('close', done))
  if (code !== 0) throw new Error(`the push of repository ${at} ended with ${code}: ${log}`)
  cpSync(file, kept)
  rmSync(clone, { recursive: true })
}

/** The code of a script on the service, as its owner reads it. */
async function codeOf(url, slug) {
  const answer = await fetch(`${url}/v1/scripts/${slug}`, {
    headers: { authorization: 'Bearer ca_demo_carol' },
  })
  return (await answer.json()).item?.code ?? ''
}
