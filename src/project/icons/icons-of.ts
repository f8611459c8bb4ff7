/** The icons of packs that a topology names; loads what reads them only if it names some. */
import type { IconArt } from '../../render/index.ts'
import type { Topology } from '../../topology/index.ts'
import { packIconsOf } from '../../validator/index.ts'

/** @param folder of the script */
export async function iconsOf(
  topology: Topology,
  folder: string,
): Promise<ReadonlyMap<string, IconArt> | undefined> {
  const names = packIconsOf(topology)
  if (names.size === 0) return undefined
  const { resolveIcons } = await import('./resolve-icons.ts')
  return (await resolveIcons(folder, names)).art
}
