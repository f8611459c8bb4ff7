// The ways to install topo, and how each then runs topo and a script that imports it.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './programs.js'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']
const YARN_ENV = { YARN_ENABLE_TELEMETRY: '0', YARN_ENABLE_IMMUTABLE_INSTALLS: '0' }

/** Most package managers link the binary, and Node finds the package. */
const linked = (folder, node) => ({
  topo: [join(folder, 'node_modules', '.bin', process.platform === 'win32' ? 'topo.cmd' : 'topo')],
  script: [node],
})

const yarnWith =
  (yarn, linker, ...others) =>
  async (folder, tarball) => {
    writeFileSync(join(folder, 'yarn.lock'), '')
    writeFileSync(join(folder, '.yarnrc.yml'), `nodeLinker: ${linker}\n`)
    const packages = [`topo-cli@file:${tarball}`, ...others]
    await run([process.execPath, yarn.file, 'add', ...packages], { cwd: folder, env: YARN_ENV })
  }

/**
 * @param managers of `tools.js`
 * @param node executable for package managers that need a newer one than this
 * @returns for each way: its name, `install(folder, tarball)`, `launch(folder, node)`; `everyNode` to run it with each
 * Node, `runtime` if it is no Node, `lockedBy` names the way whose lockfile it uses
 */
export function waysToInstall({ managers, npmVersion, node, registry }) {
  const { npm: npm12, pnpm, yarn, bun, deno } = managers
  const ways = [
    {
      name: `npm ${npmVersion}`,
      everyNode: true,
      install: (folder, tarball) => run([npm, 'install', ...QUIET, tarball], { cwd: folder }),
      launch: linked,
    },
  ]
  if (managers.npm === undefined) return ways
  return [
    ...ways,
    {
      name: `npm ${npm12.version}`,
      // Fails if a package has a script that npm asks to approve.
      install: (folder, tarball) => {
        const flags = ['--strict-allow-scripts', ...QUIET]
        return run([node, npm12.file, 'install', ...flags, tarball], { cwd: folder, node })
      },
      launch: linked,
    },
    {
      name: `pnpm ${pnpm.version}`,
      install: (folder, tarball) => run([pnpm.file, 'add', tarball], { cwd: folder }),
      launch: linked,
    },
    {
      name: `pnpm ${pnpm.version}, frozen lockfile`,
      lockedBy: `pnpm ${pnpm.version}`,
      install: async (folder, _tarball, locked) => {
        for (const file of ['package.json', 'pnpm-lock.yaml'])
          copyFileSync(join(locked, file), join(folder, file))
        await run([pnpm.file, 'install', '--frozen-lockfile'], { cwd: folder })
      },
      launch: linked,
    },
    {
      name: `Yarn ${yarn.version}, node_modules`,
      install: yarnWith(yarn, 'node-modules'),
      launch: linked,
    },
    {
      name: `Yarn ${yarn.version}, PnP`,
      everyNode: true,
      install: yarnWith(yarn, 'pnp', 'typescript@5', '@types/node@20'),
      launch: (_folder, runningNode) => ({
        topo: [runningNode, yarn.file, 'topo'],
        script: [runningNode, yarn.file, 'node'],
        // Yarn patches this TypeScript to find packages; TypeScript 7 is a binary.
        tsc: [runningNode, yarn.file, 'tsc'],
        env: YARN_ENV,
      }),
    },
    {
      name: `Bun ${bun.version}, Node`,
      install: (folder, tarball) => run([bun.file, 'add', tarball], { cwd: folder }),
      launch: linked,
    },
    {
      name: `Bun ${bun.version}`,
      runtime: true,
      install: (folder, tarball) => run([bun.file, 'add', tarball], { cwd: folder }),
      launch: (folder) => ({
        topo: [bun.file, '--bun', join(folder, 'node_modules', 'topo-cli', 'bin', 'run.js')],
        script: [bun.file],
      }),
    },
    {
      name: `Deno ${deno.version}`,
      runtime: true,
      install: (folder) =>
        run([deno.file, 'add', 'npm:topo-cli'], {
          cwd: folder,
          env: { NPM_CONFIG_REGISTRY: registry },
        }),
      launch: () => ({
        topo: [deno.file, 'run', '-A', 'npm:topo-cli'],
        script: [deno.file, 'run', '-A'],
        env: { NPM_CONFIG_REGISTRY: registry },
      }),
    },
  ]
}
