/** Positions boxes in their frames, and routes the connections of frames that consist of rows. */

import { groupedBy } from '../../grouped.ts'
import { forPictureOrNull, linesForPicture } from '../../text/safe/for-picture.ts'
import { joined } from '../../text/words.ts'
import {
  type Direction,
  isBackwards,
  type Orientation,
  orientationOf,
} from '../picture/direction.ts'
import { moved } from '../picture/geometry.ts'
import { measureTag, sizes } from '../picture/measure.ts'
import type { Point } from '../picture/picture.ts'
import { anyRoom, type Surface, surfaces } from '../picture/surface.ts'
import {
  type BoxPlace,
  type DrawnEdge,
  type Item,
  outwards,
  type Tree,
  treeAt,
} from './boxes/box-tree.ts'
import { givenSize } from './boxes/given-size.ts'
import { layoutUnit } from './layered/choose/choose.ts'
import type { DrawnWire } from './layered/route/draw-wires.ts'
import { type LocalConnection, MOST_ROUTED, type UnitRequest } from './layered/unit/request.ts'
import { isPlaced, layoutPlaced } from './placed.ts'
import { farthestOf } from './simple-routes.ts'

/** A reader's wish for the picture. Frames at positions from the script have any shape, and their rows stay rows. */
export interface Wish {
  /** The width, divided by the height. */
  readonly aspect?: number | undefined
  readonly direction?: Direction | undefined
  /** The script says so: nothing is folded, however long it is. */
  readonly isStrict?: boolean
  /** By default a column, or a screen for a picture that leads to the right. */
  readonly readOn?: Surface | undefined
  /** The earlier picture has boxes or connections that are gone. */
  readonly hasLost?: boolean
  /** The earlier picture was made for the same direction. */
  readonly keepsDirection?: boolean
}

/** Boxes at their places, and the wires of the layered frames, with absolute positions; connections without one are routed afterwards. */
export interface Arranged {
  readonly tree: Tree
  readonly wires: ReadonlyMap<number, DrawnWire>
  /**
   * False if there are too many connections to route those without a wire: they take the simplest
   * way.
   */
  readonly isRouted: boolean
}

export const arrange = (tree: Tree, wish: Wish): Arranged => new Arrangement(tree, wish).run()

type UnitShape = Pick<UnitRequest, 'aspect' | 'orientation' | 'isBackwards' | 'mayFold' | 'room'>

/** The wires of a unit, relative to its outermost frame. */
interface UnitWires {
  readonly root: Item | undefined
  readonly wires: readonly DrawnWire[]
}

class Arrangement {
  readonly #tree: Tree
  readonly #wish: Wish
  /** Connections by the frame in which both ends are. */
  readonly #local: ReadonlyMap<Item | undefined, readonly LocalConnection[]>
  readonly #loops: ReadonlyMap<Item, LoopRoom>
  /** Relative to the frame around each box. */
  readonly #places = new Map<Item, BoxPlace>()
  readonly #units: UnitWires[] = []
  #isRouted = true

  constructor(tree: Tree, wish: Wish) {
    this.#tree = tree
    this.#wish = wish
    this.#local = groupedBy(tree.connections.flatMap(localConnection), ({ home }) => home)
    this.#loops = roomOfLoops(tree.connections)
  }

  run(): Arranged {
    this.#layoutContent(undefined, this.#tree.roots)
    const absolute = this.#absolutePlaces()
    const wires = this.#units.flatMap(({ root, wires: drawn }) =>
      drawn.map((wire) => movedWire(wire, root && absolute.get(root))),
    )
    return {
      tree: treeAt(this.#tree, (item) => absolute.get(item) as BoxPlace),
      wires: new Map(wires.map((wire) => [wire.edge, wire])),
      isRouted: this.#isRouted && this.#tree.connections.length <= MOST_ROUTED,
    }
  }

  #placeOf(item: Item): BoxPlace {
    const { x, y, width, height, orientation } = this.#places.get(item) ?? item
    return { x, y, width, height, orientation }
  }

  #absolutePlaces(): Map<Item, BoxPlace> {
    const absolute = new Map<Item, BoxPlace>()
    for (const item of this.#tree.items) {
      const frame = item.parent && absolute.get(item.parent)
      const place = this.#placeOf(item)
      absolute.set(item, frame ? moved(place, frame) : place)
    }
    return absolute
  }

  /** The content of the picture, of the outermost frame of a unit, or of one at a position from the script. */
  #layoutContent(frame: Item | undefined, boxes: readonly Item[]): void {
    if (boxes.length === 0) return
    if (!isPlaced(boxes)) {
      this.#layoutRows(frame, boxes)
      return
    }
    for (const box of boxes) this.#layoutContent(box, box.children)
    const links = this.#local.get(frame) ?? []
    for (const [placed, box] of layoutPlaced(boxes, links, (item) => this.#placeOf(item)))
      this.#places.set(placed, { ...this.#placeOf(placed), ...box })
    if (frame) this.#encloseContent(frame)
  }

  #layoutRows(root: Item | undefined, boxes: readonly Item[]): void {
    const open = new Set([root])
    for (const box of boxes) this.#openFrames(box, open)
    const unit = layoutUnit({
      root,
      boxes,
      connections: this.#connectionsIn(open),
      hasLost: this.#wish.hasLost ?? false,
      keepsDirection: this.#wish.keepsDirection ?? false,
      ...this.#shapeOf(root),
      isClosed: (item) => !open.has(item),
      sizeOf: (item) => this.#placeOf(item),
      roomBeside: (item, orientation) => this.#loops.get(item)?.[orientation] ?? 0,
    })
    for (const [item, box] of unit.boxes)
      this.#places.set(item, { ...box, orientation: unit.orientation })
    if (root) this.#places.set(root, { ...this.#placeOf(root), ...unit.size })
    this.#isRouted &&= unit.isRouted
    this.#units.push({ root, wires: unit.wires })
  }

  /** Adds the frames in a box that are part of the unit; others are laid out first. */
  #openFrames(box: Item, open: Set<Item | undefined>): void {
    if (isPlaced(box.children)) this.#layoutContent(box, box.children)
    else if (box.children.length > 0) {
      open.add(box)
      for (const child of box.children) this.#openFrames(child, open)
    }
  }

  #connectionsIn(open: ReadonlySet<Item | undefined>): LocalConnection[] {
    /** True if all frames around an end, up to the box in the common frame, are part of the unit. */
    const isOpen = (end: Item, top: Item): boolean =>
      end === top || (open.has(end.parent) && isOpen(end.parent as Item, top))
    return [...open]
      .flatMap((home) => this.#local.get(home) ?? [])
      .filter(
        ({ connection, from, to }) => isOpen(connection.from, from) && isOpen(connection.to, to),
      )
      .sort((a, b) => a.edge - b.edge)
  }

  /** Only the picture has a wanted shape, and a limited room. */
  #shapeOf(root: Item | undefined): UnitShape {
    if (root !== undefined) return { room: anyRoom, isBackwards: false, mayFold: true }
    const { aspect, direction, isStrict = false } = this.#wish
    const orientation = direction && orientationOf(direction)
    const { readOn = orientation === 'right' ? 'screen' : 'column' } = this.#wish
    return {
      aspect,
      orientation,
      isBackwards: isBackwards(direction),
      mayFold: !isStrict && !isBackwards(direction),
      room: surfaces[readOn],
    }
  }

  /** Makes a frame as large as its content needs, at positions from the script. */
  #encloseContent(frame: Item): void {
    const { framePad, frameHead } = sizes
    const given = givenSize(frame)
    let right = frame.measured.width
    let bottom = 0
    for (const child of frame.children) {
      const place = moved(this.#placeOf(child), { x: framePad, y: frameHead })
      this.#places.set(child, place)
      right = Math.max(right, place.x + place.width + framePad)
      bottom = Math.max(bottom, place.y + place.height + framePad)
    }
    this.#places.set(frame, {
      ...this.#placeOf(frame),
      width: Math.max(right, given.width),
      height: Math.max(bottom, given.height),
    })
  }
}

const movedWire = ({ edge, points, tag }: DrawnWire, by: Point = { x: 0, y: 0 }): DrawnWire => ({
  edge,
  points: points.map((point) => moved(point, by)),
  tag: tag && moved(tag, by),
})

/** The space beside a box for its connections with itself, by where the others lead. */
type LoopRoom = Readonly<Record<Orientation | 'count', number>>

/** The space beside boxes that are connected with themselves. */
function roomOfLoops(connections: readonly DrawnEdge[]): Map<Item, LoopRoom> {
  const loops = new Map<Item, LoopRoom>()
  for (const connection of connections) {
    if (connection.from !== connection.to) continue
    const text = tagText(connection)
    const { width, height } = text === null ? { width: -6, height: -6 } : measureTag(text)
    const { count, right, down } = loops.get(connection.from) ?? { count: 0, right: 0, down: 0 }
    const far = farthestOf(count) + 10
    loops.set(connection.from, {
      count: count + 1,
      down: Math.max(down, far + width + 6),
      right: Math.max(right, far + height + 6),
    })
  }
  return loops
}

/** The innermost frame around both ends, and its boxes around them; none if an end contains the other. */
function localConnection(connection: DrawnEdge, edge: number): LocalConnection[] {
  const a = enclosingFrames(connection.from)
  const b = enclosingFrames(connection.to)
  let depth = 0
  while (a[depth] !== undefined && a[depth] === b[depth]) depth++
  const from = a[depth]
  const to = b[depth]
  if (from === undefined || to === undefined) return []
  return [
    {
      edge,
      connection,
      from,
      to,
      home: from.parent,
      text: tagText(connection),
    },
  ]
}

/** The frames around an item from the outside in, then the item itself. */
export const enclosingFrames = (item: Item): Item[] => [...outwards(item)].reverse()

/** The text on an edge: its label with `\n` between its lines, else its protocol and port. */
export function tagText({ edge }: DrawnEdge): string | null {
  const { label, protocol, port } = edge
  if (label !== undefined && label.trim() !== '') return linesForPicture(label).join('\n') || null
  return forPictureOrNull(joined(' ', protocol, port !== undefined && port !== '' && `:${port}`))
}
