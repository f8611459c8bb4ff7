/** Finds the topo that belongs to the workspace. */
import { existsSync } from 'node:fs'
import { delimiter, dirname, extname, isAbsolute, join } from 'node:path'
import { workspace } from 'vscode'

export interface StartTopo {
  command: string
  args: readonly string[]
  /** Added to the environment of the process. */
  env: Readonly<Record<string, string>>
  /** A command file, which only a shell starts. */
  shell: boolean
  cwd: string
}

/** The setting, then the installation of a workspace folder, then `PATH`; undefined without any. */
export function findTopo(): StartTopo | undefined {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)
  const cwd = folders[0] ?? process.cwd()
  const given = workspace.getConfiguration('topo').get('path', '')
  if (given !== '') return startOf(isAbsolute(given) ? given : join(cwd, given), cwd)
  for (const folder of folders) {
    const installed = nearest(folder, join('node_modules', 'topo-cli', 'bin', 'run.js'))
    if (installed !== undefined) return startOf(installed, folder)
    // Yarn's Plug'n'Play has no node_modules.
    if (nearest(folder, '.pnp.cjs') !== undefined) {
      return { command: 'yarn', args: ['topo'], env: {}, shell: isWindows, cwd: folder }
    }
  }
  const program = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((file) => existsSync(file))
  return program === undefined ? undefined : startOf(program, cwd)
}

const isWindows = process.platform === 'win32'
const names = isWindows ? ['topo.cmd', 'topo.exe'] : ['topo']

function startOf(file: string, cwd: string): StartTopo {
  if (extname(file) === '.js') {
    // The editor is a Node as well: nobody has to install another one.
    const env = { ELECTRON_RUN_AS_NODE: '1' }
    return { command: process.execPath, args: [file], env, shell: false, cwd }
  }
  const shell = extname(file) === '.cmd'
  return { command: shell ? `"${file}"` : file, args: [], env: {}, shell, cwd }
}

/** The path in this folder or the nearest one above. */
function nearest(folder: string, path: string): string | undefined {
  const file = join(folder, path)
  if (existsSync(file)) return file
  const parent = dirname(folder)
  return parent === folder ? undefined : nearest(parent, path)
}
