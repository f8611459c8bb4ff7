/** Draws a script whose last picture is in a file: what both have keeps its order. */

import { escapeXml, unescapeXml } from '../../text/safe/for-xml.ts'
import type { Topology } from '../../topology/model/topology.ts'
import type { EarlierPicture, Picture } from '../picture/picture.ts'
import { crossingsOf } from './layered/route/drawn-crossings.ts'
import { comparable, type LayoutOptions, layout } from './layout.ts'

/** Most pictures are settled after one round. */
const MOST_ROUNDS = 5
/** A box that moves less, in pixels, is still where it was. */
const FAR = 20
/** A picture without a past must move fewer boxes by this factor. */
const CLEARLY = 0.9

/**
 * Drawn again from its own file, the picture is the same, so that `--check` can compare it: it starts from itself until nothing
 * moves. A file that has the places of a picture without a past keeps them.
 * @param replaced the picture in the file
 * @throws KnownError `TOPO_PICTURE_TOO_LARGE`
 */
export function layoutAgain(
  topology: Topology,
  options: LayoutOptions,
  replaced: EarlierPicture,
): Picture {
  const fresh = layout(topology, options)
  if (!comparable(replaced, fresh.scriptDirection)) return fresh
  let previous = withOwnNames(replaced, fresh)
  if (hasPlaces(fresh, previous)) return fresh
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const picture = layout(topology, { ...options, previous })
    if (hasPlaces(picture, previous)) return picture
    if (hasPlaces(picture, fresh) || (round === 0 && movesLess(fresh, picture, previous)))
      return fresh
    previous = picture
  }
  return fresh
}

/** True if the picture without a past moves clearly fewer boxes, which happens after edits that change many rows. */
function movesLess(fresh: Picture, kept: Picture, earlier: EarlierPicture): boolean {
  return (
    crossingsOf(fresh.edges) <= crossingsOf(kept.edges) &&
    movedBoxes(earlier, fresh) < CLEARLY * movedBoxes(earlier, kept)
  )
}

/** The boxes of both pictures that changed their place, if these are laid on each other as well as possible. */
function movedBoxes({ nodes }: EarlierPicture, picture: Picture): number {
  const before = new Map(nodes.map((node) => [node.key, node]))
  const shifts = picture.nodes.flatMap((node) => {
    const was = before.get(node.key)
    return was ? [{ x: node.x - was.x, y: node.y - was.y }] : []
  })
  const middle = (axis: 'x' | 'y') =>
    shifts.map((shift) => shift[axis]).sort((a, b) => a - b)[shifts.length >> 1] ?? 0
  const x = middle('x')
  const y = middle('y')
  return shifts.filter((shift) => Math.max(Math.abs(shift.x - x), Math.abs(shift.y - y)) > FAR)
    .length
}

/** A file cannot have all characters of a name: each place gets the name from the script. */
function withOwnNames(earlier: EarlierPicture, fresh: Picture): EarlierPicture {
  const inFile = (name: string) => unescapeXml(escapeXml(name))
  const keys = new Map(fresh.nodes.map(({ key }) => [inFile(key), key]))
  const ids = new Map(fresh.edges.map(({ id }) => [inFile(id), id]))
  return {
    ...earlier,
    nodes: earlier.nodes.map((node) => ({ ...node, key: keys.get(node.key) ?? node.key })),
    edges: earlier.edges.map((edge) => ({ ...edge, id: ids.get(edge.id) ?? edge.id })),
  }
}

const hasPlaces = (one: EarlierPicture, other: EarlierPicture): boolean =>
  placesOf(one) === placesOf(other)

/** With the precision of a file. */
const placesOf = ({ nodes, edges }: EarlierPicture): string =>
  JSON.stringify([
    nodes
      .map(({ key, x, y, width, height }) => [key, ...[x, y, width, height].map(hundredths)])
      .sort(byText),
    edges
      .map(({ id, points }) => [id, ...points.flatMap(({ x, y }) => [x, y].map(hundredths))])
      .sort(byText),
  ])

const hundredths = (value: number): number => Math.round(value * 100)
const byText = (a: readonly unknown[], b: readonly unknown[]): number =>
  String(a) < String(b) ? -1 : 1
