/** The files that tell an editor the types of the builders: written and renewed by `topo init`. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { compareGenerated } from '../../files/generated.ts'
import { assertInside } from '../../files/path-containment.ts'
import { findRepository } from '../../files/root.ts'
import { readFileIfExists } from '../../limits/files.ts'
import { withLineFeeds } from '../../text/line-ends.ts'
import type { InitFile } from './init-file.ts'

/** Where topo is installed, and which version. */
export interface InstalledTopo {
  packageRoot: string
  version: string
}

/** In the folder of the first scripts, so that it does not affect other code of the repository. */
const FOLDER = 'diagrams'
const SETTINGS = `${FOLDER}/tsconfig.json`

/** Scripts are modules without a file system, a network or a browser. `return` is an error with `checkJs`. */
const settings = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'Preserve',
    moduleDetection: 'force',
    types: [],
    strict: true,
    allowJs: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    skipLibCheck: true,
  },
}

/** Writes what is missing or old. A folder with its own `jsconfig.json` needs no second settings. */
export async function writeEditorFiles(
  folder: string,
  { packageRoot, version }: InstalledTopo,
): Promise<{ items: InitFile[]; todo: string[] }> {
  const types = await readFile(join(packageRoot, 'templates', 'topology.d.ts'), 'utf8')
  const contents = {
    [`${FOLDER}/topology.d.ts`]: types,
    [SETTINGS]: `${JSON.stringify(settings, null, 2)}\n`,
  }
  const items: InitFile[] = []
  const todo: string[] = []
  for (const [path, content] of Object.entries(contents)) {
    const text = `${stamp(version)}\n${content}`
    const state = await renewFile(folder, path, text)
    const action = actions[state]
    items.push({ path, written: action !== 'kept', action })
    if (state === 'own' && path === SETTINGS) todo.push(addToSettings)
  }
  return { items, todo }
}

/** Writes a file that is missing or old. Returns its state before. */
async function renewFile(folder: string, path: string, text: string): Promise<FileState> {
  const file = join(folder, path)
  assertInside(findRepository(folder) ?? folder, file, path)
  const isElsewhere = path === SETTINGS && existsSync(join(folder, FOLDER, 'jsconfig.json'))
  const bytes = isElsewhere ? Buffer.of() : await readTypesFile(file)
  const state = stateOf(bytes, text)
  if (actions[state] !== 'kept') await writeAtomic(file, compareGenerated(bytes, text).bytes)
  return state
}

/** Empty for a folder, or a file without permission to read: it is not from topo. */
const readTypesFile = (file: string): Promise<Buffer | undefined> =>
  readFileIfExists('replaced', file).catch(() => Buffer.of())

const addToSettings = `Check that the tsconfig.json or jsconfig.json in ${FOLDER}, which topo did not write, has "allowJs": true, "module": "Preserve", "moduleDetection": "force" and "target": "ES2023", and includes topology.d.ts.`

/** `own` belongs to the user, `current` is also a file of a newer topo. */
type FileState = 'missing' | 'current' | 'old' | 'own'

const actions = {
  missing: 'written',
  old: 'renewed',
  current: 'kept',
  own: 'kept',
} as const satisfies Record<FileState, InitFile['action']>

/** A version that changes nothing does not renew a file, so that the history of a repository stays short. */
function stateOf(bytes: Buffer | undefined, text: string): FileState {
  if (bytes === undefined) return 'missing'
  const [first = '', ...rest] = withLineFeeds(decodeText(bytes).text ?? '').split('\n')
  const writtenVersion = versionIn(first)
  if (writtenVersion === undefined) return 'own'
  const [header = '', ...content] = text.split('\n')
  const isSame = rest.join('\n').trimEnd() === content.join('\n').trimEnd()
  return isSame || isNewer(writtenVersion, versionIn(header) ?? []) ? 'current' : 'old'
}

const stamp = (version: string) =>
  `// Written by topo init (topo-cli ${version}), which renews it. Delete this line to keep your own changes.`

function versionIn(line: string): number[] | undefined {
  const version = /^\/\/ Written by topo init \(topo-cli (\d+)\.(\d+)\.(\d+)[^)]*\)/.exec(line)
  return version?.slice(1).map(Number)
}

function isNewer(version: readonly number[], other: readonly number[]): boolean {
  const index = version.findIndex((part, n) => part !== other[n])
  return index >= 0 && (version[index] ?? 0) > (other[index] ?? 0)
}
