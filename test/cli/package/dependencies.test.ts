/** No package that topo installs runs a script, and topo explains a binary that was not installed. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testAll } from '../../cases.ts'
import { folder, script } from '../topo.ts'
import { pack, root, unpack } from './packed.ts'

interface Manifest {
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const manifest: Manifest = read('package.json')

test('no package that topo installs has an install script', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>
  }
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  expect(installed.length).toBeGreaterThan(30)
  expect(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path),
  ).toEqual([])
  // The lockfile knows install scripts: esbuild has one, and topo uses it only to build itself.
  expect(packages['node_modules/esbuild']).toMatchObject({ dev: true, hasInstallScript: true })
  // npm asks about it in a clone, and of whoever installs a commit, unless the manifest denies it.
  const denied = Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)
  expect(manifest.allowScripts).toEqual({ esbuild: false })
  expect(denied).toHaveLength(1)
})

test("topo installs esbuild's binaries of every platform, in the version of its JavaScript", () => {
  const esbuild: Manifest = read('node_modules', 'esbuild', 'package.json')
  const versions = Object.values(manifest.optionalDependencies ?? {})
  expect(manifest.optionalDependencies).toEqual(esbuild.optionalDependencies)
  expect(versions.length).toBeGreaterThan(20)
  expect(new Set(versions)).toEqual(new Set([esbuild.version]))
  expect(Object.keys(manifest.dependencies ?? {})).not.toContain('esbuild')
})

testAll(
  'topo without optional dependencies explains what is missing, and validates plain scripts',
  { tags: 'npm', timeout: 120_000 },
  () => {
    const cwd = folder({
      'package.json': '{ "private": true }',
      'plain.topology.js': script('plain'),
      'typed.topology.ts': `const kind: string = 'a'\n${script('typed')}`,
      'part.topology.js': `import { label } from './label.js'\n${script('part')}`,
      'label.js': "export const label = 'A'\n",
    })
    const installed = unpack(pack(cwd).file, cwd, { optional: false })
    const run = (args: readonly string[], stdin = '') => {
      const env = { ...process.env, HOME: cwd, TOPO_CONFIG_HOME: cwd }
      return spawnSync(process.execPath, [join(installed, 'bin/run.js'), ...args], {
        cwd,
        encoding: 'utf8',
        env,
        input: stdin,
      })
    }
    expect(run(['validate', 'plain.topology.js']).status).toBe(0)
    for (const [name, ...args] of [
      ['esbuild', 'validate', 'typed.topology.ts'],
      ['esbuild', 'push', '--local', 'part.topology.js'],
      ['@resvg/resvg-js', 'render', 'plain.topology.js', '-o', 'plain.png'],
    ] as const) {
      const { status, stderr } = run(args)
      expect(stderr).toContain(
        `topo needs the binary of ${name} for ${process.platform}-${process.arch} to`,
      )
      expect(stderr).toContain('[TOPO_PACKAGE_MISSING]')
      expect(stderr).toContain('npm install --include=optional')
      expect(status).toBe(2)
    }
    // The assistant's tool validates in a thread.
    const call = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const input =
      call(1, 'initialize', hello) +
      call(2, 'tools/call', {
        name: 'validate_diagram',
        arguments: { code: "const kind: string = 'a'" },
      })
    expect(run(['mcp'], input).stdout).toContain('TOPO_PACKAGE_MISSING')
    const { items } = JSON.parse(run(['doctor', '--json']).stdout) as {
      items: { check: string; status: string }[]
    }
    expect(items.filter(({ status }) => status === 'problem').map(({ check }) => check)).toEqual([
      'sandbox',
      'esbuild',
      'png',
    ])
  },
)
