/** npm installs topo from a commit, as a pipeline does before the first release. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { repository } from '../../action/step.ts'
import { npm, root } from '../package/packed.ts'
import { folder } from '../topo.ts'

test('npm builds a clone and a package from a commit, with no script to approve', {
  tags: ['git', 'npm'],
  timeout: 60_000,
}, () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const build = `node -e "require('node:fs').writeFileSync('built.js', '')"`
  const manifest = { name: 'commit', version: '1.0.0', scripts: { ...scripts, build } }
  const clone = repository({ 'package.json': JSON.stringify(manifest) })
  const cwd = folder({ 'package.json': '{ "private": true }' })
  const flags = ['--offline', '--no-audit', '--no-fund']
  npm(['install', ...flags, '--strict-allow-scripts', `git+${pathToFileURL(clone)}`], cwd)
  expect(existsSync(join(cwd, 'node_modules/commit/built.js'))).toBe(true)
  npm(['install', ...flags], clone)
  expect(existsSync(join(clone, 'built.js'))).toBe(true)
})
