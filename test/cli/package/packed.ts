/** What `npm publish` would send. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

export const npm = (args: string[], cwd: string) =>
  execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })

/** @returns the packed file, and what is in it */
export function pack(into: string): { file: string; paths: string[] } {
  // The build has run before the tests; packing must not run it again under their feet.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into], root),
  ) as { filename: string; files: { path: string }[] }[]
  return { file: join(into, packed?.filename ?? ''), paths: packed?.files.map(({ path }) => path) ?? [] }
}

/**
 * As `npm install` would leave it: the package in a folder of its own, and beside it what it says that it depends on,
 * taken from what is installed here.
 * @returns the package's folder
 */
export function unpack(file: string, cwd: string): string {
  const modules = join(cwd, 'node_modules')
  const to = join(modules, 'topo-cli')
  mkdirSync(to, { recursive: true })
  execFileSync('tar', ['-xzf', file, '--strip-components=1'], { cwd: to })
  const { dependencies } = JSON.parse(readFileSync(join(to, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  }
  return to
}
