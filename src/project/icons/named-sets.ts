/** Finds the icon sets that a script may name, without running it. */
import { providers } from './packs.ts'
import { findIconSet } from './read-set.ts'

/** A quote, the prefix of a set, a colon: `'logos:aws'`. */
const PREFIX = /['"`]([a-z0-9]+(?:-[a-z0-9]+)*):/g

/** Each costs a search in all folders above. */
const MOST_SETS = 50

/** Names of the sets that may decide about the icons of the code. It may name others in a computed text. */
export function iconSetsIn(code: string): string[] {
  const names = new Set<string>()
  for (const [, prefix = ''] of code.matchAll(PREFIX)) {
    names.add(prefix)
    const provider = providers.get(prefix)
    if (provider !== undefined) names.add(provider.set)
    if (names.size >= MOST_SETS) break
  }
  return [...names].sort()
}

/** Absolute paths of the files of these sets that are installed for a folder. */
export async function installedSets(folder: string, names: readonly string[]): Promise<string[]> {
  const installed = await Promise.all(names.map((name) => findIconSet(folder, name)))
  return installed.flatMap((set) => set?.file ?? [])
}
