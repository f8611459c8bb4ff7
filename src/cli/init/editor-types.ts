/** The files that tell an editor the types of the builders: written and renewed by `topo init`. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readFileIfExists } from '../../limits/files.ts'
import { writeAtomic } from '../../project/files/atomic.ts'
import { decodeText } from '../../project/files/decode.ts'
import { compareGenerated } from '../../project/files/generated.ts'
import { assertInside } from '../../project/files/path-containment.ts'
import { findRepository } from '../../project/files/root.ts'
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
    assertInside(findRepository(folder) ?? folder, join(folder, path), path)
    const isElsewhere = path === SETTINGS && existsSync(join(folder, FOLDER, 'jsconfig.json'))
    const there = isElsewhere ? Buffer.of() : await readTypesFile(join(folder, path))
    const state = stateOf(there, text)
    const written = state === 'missing' || state === 'old'
    if (written) await writeAtomic(join(folder, path), compareGenerated(there, text).bytes)
    items.push({
      path,
      written,
      action: state === 'old' ? 'renewed' : written ? 'written' : 'kept',
    })
    if (state === 'own' && path === SETTINGS) todo.push(addToSettings)
  }
  return { items, todo }
}

/** Empty for a folder, or a file without permission to read: it is not from topo. */
const readTypesFile = (file: string): Promise<Buffer | undefined> =>
  readFileIfExists('replaced', file).catch(() => Buffer.of())

const addToSettings = `Check that the tsconfig.json or jsconfig.json in ${FOLDER}, which topo did not write, has "allowJs": true, "module": "Preserve", "moduleDetection": "force" and "target": "ES2023", and includes topology.d.ts.`

/**
 * `own` belongs to the user, `current` is also a file of a newer topo. A version that changes nothing does not renew a file, so that the
 * history of a repository stays short.
 */
function stateOf(there: Buffer | undefined, text: string): 'missing' | 'current' | 'old' | 'own' {
  if (there === undefined) return 'missing'
  const [first = '', ...rest] = withLineFeeds(decodeText(there).text ?? '').split('\n')
  const theirs = versionIn(first)
  if (theirs === undefined) return 'own'
  const [own = '', ...content] = text.split('\n')
  const isSame = rest.join('\n').trimEnd() === content.join('\n').trimEnd()
  return isSame || isNewer(theirs, versionIn(own) ?? []) ? 'current' : 'old'
}

const stamp = (version: string) =>
  `// Written by topo init (topo-cli ${version}), which renews it. Delete this line to keep your own changes.`

function versionIn(line: string): number[] | undefined {
  const version = /^\/\/ Written by topo init \(topo-cli (\d+)\.(\d+)\.(\d+)[^)]*\)/.exec(line)
  return version?.slice(1).map(Number)
}

function isNewer(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((part, n) => part !== other[n])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}
