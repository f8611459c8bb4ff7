/** How another program starts the topo that runs now: an assistant's client, an editor. */
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { released } from './release.ts'

export interface StartCommand {
  command: string
  args: readonly string[]
  /** What to do so that it works for everybody who has the file, as a sentence. */
  todo?: string
}

export interface Installation {
  /** Folder that the program is started in. */
  folder: string
  /** Folder where topo is installed. */
  packageRoot: string
  platform: NodeJS.Platform
  /** The value of PATH. */
  searchPath: string
  /** True below Yarn's Plug'n'Play, which has no `node_modules`. */
  isPnp: boolean
}

const PACKAGE = 'topo-cli'
/** Folders in which `npx`, `pnpm dlx` and `bunx` keep what they install for one run. */
const temporary = /[\\/](_npx|dlx|dlx-[^\\/]*|bunx-[^\\/]*)[\\/]/

/**
 * Prefers what works for everybody who has the file: the installation in the project, then a name that each machine
 * finds, and only then the address on this machine.
 */
export function startCommand(installation: Installation): StartCommand {
  const { folder, packageRoot, platform, isPnp } = installation
  const script = ['bin', 'run.js'] as const
  const found = localPackage(folder, packageRoot)
  // `node` is a program on Windows too, where `topo` and `npx` are command files that only a shell starts.
  if (found !== undefined)
    return { command: 'node', args: [posix(join(relative(folder, found), ...script))] }
  const named = (...words: [string, ...string[]]): StartCommand => {
    const [command, ...args] = platform === 'win32' ? (['cmd', '/c', ...words] as const) : words
    return { command, args }
  }
  if (isPnp) return named('yarn', 'topo')
  if (temporary.test(packageRoot)) {
    const todo = `Install topo in the project, delete the new entries and run this again: ${released ? 'npx may start any version' : 'npx finds none before'}.`
    return {
      ...(released ? named('npx', '-y', PACKAGE) : named('npx', '--no-install', 'topo')),
      todo,
    }
  }
  if (isOnPath(installation)) return named('topo')
  const todo = `Install topo in the project, delete the new entries and run this again: only this machine has ${packageRoot}.`
  return { command: 'node', args: [join(packageRoot, ...script)], todo }
}

/** `node_modules/topo-cli` of this folder or one above, if it is the topo that runs; pnpm links to it. */
export function localPackage(folder: string, packageRoot: string): string | undefined {
  const candidate = join(folder, 'node_modules', PACKAGE)
  if (isSame(candidate, packageRoot)) return candidate
  const parent = dirname(folder)
  return parent === folder ? undefined : localPackage(parent, packageRoot)
}

function isOnPath({ packageRoot, platform, searchPath }: Installation): boolean {
  const names = platform === 'win32' ? ['topo.cmd', 'topo.exe'] : ['topo']
  const file = searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((name) => existsSync(name))
  if (file === undefined) return false
  // A link to the program; on Windows a command file beside `node_modules`.
  return (
    isSame(file, join(packageRoot, 'bin', 'run.js')) ||
    isSame(join(dirname(file), 'node_modules', PACKAGE), packageRoot)
  )
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync.native(one) === realpathSync.native(other)
  } catch {
    return false
  }
}

const posix = (path: string): string => path.split(sep).join('/')
