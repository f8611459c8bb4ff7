// Installs package managers and versions of Node from npm's registry, because few machines have them all.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './programs.js'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

/** Versions of Node that topo supports: the first ones, and the newest of each line. */
const FIRST = ['20.19.0', '22.12.0']
const LINES = ['20', '22', '24', '26']
/** Versions that topo refuses to run on. */
export const REFUSED = ['21.7.3', '22.11.0']

/** @returns `{ version: executable }` of each wanted Node that the registry has for this machine */
export async function installNodes(folder) {
  mkdirSync(folder, { recursive: true })
  const known = await run([npm, 'view', node, 'versions', '--json'], { cwd: folder }).then(
    JSON.parse,
    () => [],
  )
  const newest = LINES.map((line) =>
    known
      .filter((version) => version.startsWith(`${line}.`))
      .sort(byVersion)
      .at(-1),
  )
  const wanted = [...new Set([...FIRST, ...newest, ...REFUSED])].filter((version) =>
    known.includes(version),
  )
  wanted.sort(byVersion)
  await install(
    folder,
    wanted.map((version) => `node-${version}@npm:${node}@${version}`),
  )
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return Object.fromEntries(
    wanted.map((version) => [version, join(folder, 'node_modules', `node-${version}`, file)]),
  )
}

/** Version and executable or main file of each package manager. */
export async function installManagers(folder) {
  await install(folder, ['npm@12', 'pnpm@12', '@yarnpkg/cli-dist@4', 'bun@1', 'deno@2'])
  const files = {
    npm: 'bin/npm-cli.js',
    pnpm: process.platform === 'win32' ? 'pnpm.exe' : 'pnpm',
    '@yarnpkg/cli-dist': 'bin/yarn.js',
    bun: 'bin/bun.exe',
    deno: process.platform === 'win32' ? 'deno.exe' : 'deno',
  }
  const managers = {}
  for (const [name, file] of Object.entries(files)) {
    const at = join(folder, 'node_modules', name)
    const { version, scripts } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    // It puts the executable of this platform into its place; newer versions of npm do not run it.
    if (scripts?.postinstall) await run(scripts.postinstall.split(' '), { cwd: at })
    managers[name.split('/')[0].replace('@yarnpkg', 'yarn')] = { version, file: join(at, file) }
  }
  return managers
}

async function install(folder, packages) {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  if (packages.length > 0)
    await run([npm, 'install', '--ignore-scripts', '--force', ...QUIET, ...packages], {
      cwd: folder,
    })
}

/** @returns the version of the npm on this machine */
export const versionOfNpm = async (folder) =>
  (await run([npm, '--version'], { cwd: folder })).trim()

/** Compares `20.9.0` with `20.19.0`. */
const byVersion = (a, b) => a.localeCompare(b, 'en', { numeric: true })
