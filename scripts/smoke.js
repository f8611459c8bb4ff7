// Installs the packed topo in fresh folders with each package manager, runs it with each Node, and prints a table.
//
//     npm run smoke [-- --quick] [--only TEXT]
//
// --quick uses only this npm and this Node; --only the ways of installation with this text in their name, such as PnP.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checks, refuses } from './smoke/checks.js'
import { waysToInstall } from './smoke/installs.js'
import { megabytesOf } from './smoke/programs.js'
import { openRegistry } from './smoke/registry.js'
import { table } from './smoke/table.js'
import { installManagers, installNodes, REFUSED, versionOfNpm } from './smoke/tools.js'

const root = join(import.meta.dirname, '..')
const { quick: isQuick, only } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
}).values
const work = mkdtempSync(join(tmpdir(), 'topo-smoke-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 3 }))
const shell = process.platform === 'win32'
const progress = (text) => process.stderr.write(`${text}\n`)

const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  shell,
}).trim()
const tarball = pack()
const registry = await openRegistry(tarball, upstream)
progress('Installing package managers and versions of Node')
const nodes = isQuick ? {} : await installNodes(join(work, 'nodes'))
const managers = isQuick ? {} : await installManagers(join(work, 'managers'))
const current = process.versions.node
const supported = Object.entries(nodes).filter(([version]) => !REFUSED.includes(version))
const [, newest = process.execPath] = supported.at(-1) ?? []

const ways = waysToInstall({
  managers,
  npmVersion: await versionOfNpm(work),
  node: newest,
  registry: registry.address,
}).filter(({ name }) => name.includes(only))
const rows = []
const failures = []
const folders = new Map()
/** Results that must be the same in all rows, by check. */
const results = new Map()

for (const [number, way] of ways.entries()) {
  const folder = join(work, `install-${number}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  folders.set(way.name, folder)
  const started = performance.now()
  try {
    await way.install(folder, tarball, folders.get(way.lockedBy))
  } catch (error) {
    fail(`${way.name}: install`, error)
    rows.push([way.name, '', '✗', '', ...Object.keys(checks).map(() => '')])
    continue
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const size = megabytesOf(folder).toFixed(0)
  const others = way.everyNode
    ? Object.entries(nodes).filter(([version]) => version !== current)
    : []
  for (const [version, node] of [[current, process.execPath], ...others]) {
    const title = way.runtime ? way.name : `${way.name}, Node ${version}`
    progress(title)
    const cells = await cellsOf(way, { folder, version, node, title })
    rows.push([way.name, way.runtime ? 'itself' : version, seconds, size, ...cells])
  }
}

registry.close()
console.log(table([['installed with', 'Node', 's', 'MB', ...Object.keys(checks)], ...rows]))
for (const { where, error } of failures) console.log(`\n✗ ${where}\n${error.message}`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Packs topo as `npm publish` does. */
function pack() {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', work]
  const [{ filename }] = JSON.parse(
    execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell }),
  )
  return join(work, filename)
}

/** @returns ✓ or ✗ for each check; `refused` for a Node that topo does not run on */
async function cellsOf(way, { folder, version, node, title }) {
  const cwd = join(folder, `project ${version}`)
  mkdirSync(cwd)
  const { env, ...launch } = way.launch(folder, node)
  const given = {
    ...launch,
    options: { cwd, node, env: { ...env, TOPO_CONFIG_HOME: join(cwd, 'home') } },
  }
  if (REFUSED.includes(version)) {
    const isRefused = await passes(`${title}: refused`, () => refuses(given, version))
    const otherColumns = Object.keys(checks).slice(1)
    return [isRefused ? 'refused' : '✗', ...otherColumns.map(() => '')]
  }
  const cells = []
  for (const [name, check] of Object.entries(checks)) {
    const isSame = async () => {
      const result = await check(given)
      if (!results.has(name)) results.set(name, result)
      if (results.get(name) !== result)
        throw new Error(`${result} is not ${results.get(name)} of the first row`)
    }
    cells.push((await passes(`${title}: ${name}`, isSame)) ? '✓' : '✗')
  }
  return cells
}

async function passes(where, check) {
  try {
    await check()
    return true
  } catch (error) {
    fail(where, error)
    return false
  }
}

function fail(where, error) {
  progress(`  ✗ ${where}`)
  failures.push({ where, error })
}
