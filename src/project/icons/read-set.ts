/** Reads sets of icons from the packages that a project has installed. Nothing of them is run, and nothing is fetched. */
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { decodeText } from '../../files/decode.ts'
import { isInside } from '../../files/path-containment.ts'
import { findRepository } from '../../files/root.ts'
import { readFileWithin } from '../../limits/files.ts'
import { limits } from '../../limits/limits.ts'
import { isRecord } from '../../text/parse-json.ts'
import { iconPackage } from './packs.ts'

/** The file `icons.json` of a set, of which nothing is certain except that these are objects. */
export interface IconSet {
  readonly icons: Readonly<Record<string, unknown>>
  readonly aliases: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export interface FoundSet {
  readonly file: string
  /** A link leads out of the repository, so the file was not read. */
  readonly isOutside?: true
  /** Undefined for a file that is not a set of icons. */
  readonly set: IconSet | undefined
}

/** A set that is installed, before it is read. */
interface InstalledSet {
  readonly file: string
  readonly isOutside: boolean
  /** Changes with the file. */
  readonly stamp: string
  readonly size: number
}

/**
 * Searches the `node_modules` of the folder and of all above it in its repository; without a repository, of all above it, like Node.
 * Undefined if the set is not installed.
 */
export async function findIconSet(folder: string, name: string): Promise<InstalledSet | undefined> {
  const repository = findRepository(folder)
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, 'node_modules', iconPackage(name), 'icons.json')
    const stats = await stat(file).catch(() => undefined)
    if (stats?.isFile()) {
      const isOutside = repository !== undefined && !isInside(repository, file)
      return { file, isOutside, stamp: `${stats.mtimeMs} ${stats.size}`, size: stats.size }
    }
    if (at === repository || dirname(at) === at) return undefined
  }
}

/** Undefined if the set is not installed. */
export async function readIconSet(folder: string, name: string): Promise<FoundSet | undefined> {
  const installed = await findIconSet(folder, name)
  if (installed === undefined) return undefined
  const { file, isOutside, stamp, size } = installed
  if (isOutside) return { file, set: undefined, isOutside }
  return { file, set: await cached(file, stamp, size) }
}

interface Kept {
  readonly stamp: string
  readonly set: Promise<IconSet | undefined>
}

/** The last sets, because a preview and an editor draw the same ones again. */
const kept = new Map<string, Kept>()
const MOST_KEPT = 4

function cached(file: string, stamp: string, size: number): Promise<IconSet | undefined> {
  const known = kept.get(file)
  if (known?.stamp === stamp) return known.set
  kept.delete(file)
  const set = size > limits.icons.most ? Promise.resolve(undefined) : read(file)
  kept.set(file, { stamp, set })
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest)
  return set
}

async function read(file: string): Promise<IconSet | undefined> {
  try {
    const {
      icons,
      aliases = {},
      ...more
    } = JSON.parse(decodeText(await readFileWithin('icons', file)).text ?? '')
    return isRecord(icons) && isRecord(aliases) ? { ...more, icons, aliases } : undefined
  } catch {
    return undefined
  }
}
