/** Chooses the hue of each group: one per group that is in no other, so that its parts belong together at a glance. */

import { hueCount, knownType } from './look/theme.ts'
import type { Picture } from './picture.ts'

/**
 * The number of the hue by key of a frame: that of the outermost frame around it. None for frames with a colour of the
 * script, for those in them, and in a comparison, where only changes have colours.
 */
export function huesOf({ nodes, compares }: Picture): ReadonlyMap<string, number> {
  const hues = new Map<string, number>()
  if (compares) return hues
  let next = 0
  for (const { key, isFrame, parent, color } of nodes) {
    if (!isFrame || color !== null) continue
    const hue = parent === null ? next++ % hueCount : hues.get(parent)
    if (hue !== undefined) hues.set(key, hue)
  }
  return hues
}

/** The number of the hue by id of a connection without a type: that of the group of its source. */
export function lineHues(
  { nodes, edges }: Picture,
  hues: ReadonlyMap<string, number>,
): Map<string, number> {
  const groups = new Map(nodes.map(({ key, isFrame, parent }) => [key, isFrame ? key : parent]))
  return new Map(
    edges.flatMap((edge) => {
      const hue = knownType(edge) === null ? hues.get(groups.get(edge.from) ?? '') : undefined
      return hue === undefined ? [] : [[edge.id, hue] as const]
    }),
  )
}
