/** Installs the package with npm in an empty folder, without the scripts of any package. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, script } from '../topo.ts'
import { npm, pack } from './packed.ts'

test('npm installs the package without a script to approve, and its binary runs', {
  tags: 'npm',
  timeout: 120_000,
}, () => {
  const cwd = folder({ 'package.json': '{ "private": true }', 'shop.topology.js': script('shop') })
  const { file } = pack(cwd)
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', file]
  // npm would ask for approval of a script: with this flag it fails. An older npm ignores the flag.
  npm([...install, '--strict-allow-scripts', '--dry-run'], cwd)
  npm([...install, '--ignore-scripts'], cwd)
  const bin = join(cwd, 'node_modules', '.bin', process.platform === 'win32' ? 'topo.cmd' : 'topo')
  const run = (...args: string[]) =>
    execFileSync(bin, args, {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      env: { ...process.env, HOME: cwd },
    })
  expect(run('validate')).toContain('1 script is valid')
  expect(JSON.parse(run('push', '--local', '--json')).counts).toEqual({ created: 1 })
})
