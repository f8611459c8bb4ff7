/** Packs the package as `npm publish` does. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../../..')

const isWindows = process.platform === 'win32'

export const npm = (args: string[], cwd: string) =>
  execFileSync('npm', isWindows ? args.map((word) => `"${word}"`) : args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows npm is a batch file.
    shell: isWindows,
  })

/** @returns the packed file and its paths */
export function pack(into: string): { file: string; paths: string[] } {
  // The build ran before the tests; packing must not run it again during them.
  const [packed] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', into], root),
  ) as { filename: string; files: { path: string }[] }[]
  return {
    file: join(into, packed?.filename ?? ''),
    paths: packed?.files.map(({ path }) => path) ?? [],
  }
}

/**
 * Unpacks the package as `npm install` does, with its declared dependencies beside it, linked from this checkout.
 * @param optional false as with `--omit=optional`: without the binaries of these dependencies
 * @returns the folder of the package
 */
export function unpack(file: string, cwd: string, { optional = true } = {}): string {
  const modules = join(cwd, 'node_modules')
  const to = join(modules, 'topo-cli')
  mkdirSync(to, { recursive: true })
  execFileSync('tar', ['-xzf', file, '--strip-components=1'], { cwd: to })
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(to, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...(optional ? optionalDependencies : {}) })) {
    const from = join(root, 'node_modules', name)
    const into = join(modules, name)
    mkdirSync(dirname(into), { recursive: true })
    // A copy has no binaries beside it.
    if (!optional) cpSync(from, into, { recursive: true, dereference: true })
    // npm installs only the binaries of one platform.
    else if (existsSync(from)) symlinkSync(from, into, 'junction')
  }
  return to
}
