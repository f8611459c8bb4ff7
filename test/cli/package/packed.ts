/** Packs the package as `npm publish` does. */
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

/** @returns the packed file and its paths */
export function pack(into: string): { file: string; paths: string[] } {
  // The build ran before the tests; packing must not run it again during them.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into], root),
  ) as { filename: string; files: { path: string }[] }[]
  return { file: join(into, packed?.filename ?? ''), paths: packed?.files.map(({ path }) => path) ?? [] }
}

/**
 * Unpacks the package as `npm install` does, with its declared dependencies beside it, linked from this checkout.
 * @returns the folder of the package
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
