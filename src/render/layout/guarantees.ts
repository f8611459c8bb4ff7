/** Counts violations of what a picture guarantees, so that none is silent: nothing runs through a box, and no text is left out. */

import { joined } from '../../text/words.ts'
import { boundsOf, expand, segmentsOf } from '../picture/geometry.ts'
import type { Box, Point, Violations } from '../picture/picture.ts'
import { type DrawnEdge, type Item, outwards } from './boxes/box-tree.ts'
import { Obstacles } from './boxes/obstacles.ts'

/** The lines of the connections, and what is missing. */
interface DrawnLines {
  readonly points: readonly (readonly Point[])[]
  /** The number of texts. */
  readonly leftOut: number
  /** False if there are too many for ways around boxes. */
  readonly isRouted: boolean
}

/** Undefined if the picture has all that it guarantees. */
export function findViolations(
  items: readonly Item[],
  connections: readonly DrawnEdge[],
  { points, leftOut, isRouted }: DrawnLines,
): Violations | undefined {
  const all = Obstacles.of(items.map((item): Inner => ({ ...inner(item), item })))
  let throughBoxes = 0
  let throughFrames = 0
  connections.forEach(({ from, to }, edge) => {
    const ends = new Set([...outwards(from), ...outwards(to)])
    const passed = new Set<boolean>()
    for (const segment of segmentsOf(points[edge] ?? []))
      all.some(expand(boundsOf(segment) as Box, 0.1), ({ item }) => {
        if (!ends.has(item)) passed.add(item.children.length > 0)
        return passed.size === 2
      })
    if (passed.has(false)) throughBoxes++
    if (passed.has(true)) throughFrames++
  })
  if (throughBoxes + throughFrames + leftOut === 0) return undefined
  return { throughBoxes, throughFrames, textsLeftOut: leftOut, isSimple: !isRouted }
}

type Inner = Box & { readonly item: Item }

/** A line on the border does not run through the box. */
const inner = ({ x, y, width, height }: Box): Box => ({
  x: x + 1,
  y: y + 1,
  width: Math.max(1, width - 2),
  height: Math.max(1, height - 2),
})

/** One sentence for people. */
export function violationsSentence({
  throughBoxes,
  throughFrames,
  textsLeftOut,
  isSimple,
}: Violations): string {
  const parts = joined(
    ', ',
    throughBoxes > 0 &&
      `${counted(throughBoxes, 'connection passes', 'connections pass')} behind other boxes`,
    throughFrames > 0 &&
      `${counted(throughFrames, 'connection crosses', 'connections cross')} other groups`,
    textsLeftOut > 0 && `${counted(textsLeftOut, 'text is', 'texts are')} left out`,
  )
  const reason = isSimple ? ': topo leads the lines of so large a diagram straight' : ''
  return `In the picture, ${parts}${reason}. Draw fewer connections: use --layer, or split the diagram.`
}

const counted = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : several}`
