/** Makes one hash of everything on disk that decides what a push does with a script. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import pLimit from 'p-limit'
import { valueFor } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'
import { withLineFeeds } from '../../text/line-ends.ts'
import { iconSetsIn, installedSets } from '../icons/named-sets.ts'
import { importedFiles } from '../script/bundle/import-graph.ts'
import type { LocalScript } from '../script/load.ts'

/** By path. A script without an entry is new. */
export type Fingerprints = Record<string, string>

/** Scripts that are read at a time. */
const CONCURRENCY = 16

/**
 * The same in every clone with the same files, whether git knows them or not. The sent content is not enough: findings also
 * depend on problems in the header, comments in imported files, and installed icons.
 */
export async function fingerprintsOf(scripts: readonly LocalScript[]): Promise<Fingerprints> {
  const limit = pLimit(CONCURRENCY)
  const iconHashes: IconHashes = new Map()
  const entries = await Promise.all(
    scripts.map((script) =>
      limit(async () => [script.path, await fingerprintOf(script, iconHashes)] as const),
    ),
  )
  return Object.fromEntries(entries)
}

/** By the path of a set of icons. */
type IconHashes = Map<string, Promise<string>>

async function fingerprintOf(script: LocalScript, iconHashes: IconHashes): Promise<string> {
  const { root, file, text, hash, content, problems } = script
  const imported = /\bimport\b/.test(text) ? await importedFiles(root, file, text) : []
  const sets = await installedSets(path.dirname(file), iconSetsIn(content.code))
  const icons = await Promise.all(
    sets.map((set) => valueFor(iconHashes, set, () => hashOfFile(set))),
  )
  return sha256(
    JSON.stringify([
      hash,
      withLineFeeds(text),
      problems.map(({ rule, message }) => [rule, message]),
      imported.map(({ path: name, text: code }) => [
        name,
        code === undefined ? null : withLineFeeds(code),
      ]),
      icons,
    ]),
  )
}

/** Empty for a set that topo does not read either. */
async function hashOfFile(file: string): Promise<string> {
  const bytes = await readFileWithin('icons', file).catch(() => undefined)
  return bytes === undefined ? '' : sha256(bytes)
}

const sha256 = (data: string | Buffer): string =>
  createHash('sha256').update(data).digest('base64url')
