/** Positions boxes in their frames, and routes the connections of frames that consist of rows. */

import { groupedBy } from '../../grouped.ts'
import { forPictureOrNull } from '../../text/for-picture.ts'
import { joined } from '../../text/words.ts'
import type { Direction } from '../picture/direction.ts'
import { moved } from '../picture/geometry.ts'
import { measureTag, sizes } from '../picture/measure.ts'
import { anyRoom, type Surface, surfaces } from '../picture/surface.ts'
import { type DrawnEdge, type Item, outwards, type Tree } from './boxes/box-tree.ts'
import { givenSize } from './boxes/given-size.ts'
import { layoutUnit } from './layered/choose/choose.ts'
import type { DrawnWire } from './layered/route/draw-wires.ts'
import type { LocalConnection } from './layered/unit/request.ts'
import { isRouted } from './limits.ts'
import { isPlaced, layoutPlaced } from './placed.ts'
import { farthestOf } from './simple-routes.ts'

/** A reader's wish for the picture. Frames at positions from the script have any shape, and their rows stay rows. */
export interface Wish {
  /** The width, divided by the height. */
  readonly aspect?: number | undefined
  readonly direction?: Direction | undefined
  /** By default a column, or a screen for a picture that leads to the right. */
  readonly readOn?: Surface | undefined
  /** The earlier picture has boxes or connections that are gone. */
  readonly hasLost?: boolean
  /** The earlier picture was made for the same direction. */
  readonly keepsDirection?: boolean
}

/** Wires of the layered frames, with absolute positions; connections without one are routed afterwards. */
export function arrange(tree: Tree, wish: Wish): Map<number, DrawnWire> {
  const { items, roots, connections } = tree
  const local = groupedBy(connections.flatMap(localConnection), ({ home }) => home)
  const loops = roomOfLoops(connections)
  const {
    aspect,
    direction,
    readOn = direction === 'right' ? 'screen' : 'column',
    hasLost = false,
    keepsDirection = false,
  } = wish
  const units: { readonly root: Item | undefined; readonly wires: readonly DrawnWire[] }[] = []

  layoutContent(undefined, roots)
  for (const item of items) {
    item.x += item.parent?.x ?? 0
    item.y += item.parent?.y ?? 0
  }
  const wires = units.flatMap(({ root = { x: 0, y: 0 }, wires: drawn }) =>
    drawn.map(({ edge, points, tag }) => ({
      edge,
      points: points.map((point) => moved(point, root)),
      tag: tag && moved(tag, root),
    })),
  )
  return new Map(wires.map((wire) => [wire.edge, wire]))

  /** The content of the picture, of the outermost frame of a unit, or of one at a position from the script. */
  function layoutContent(frame: Item | undefined, boxes: readonly Item[]): void {
    if (boxes.length === 0) return
    if (!isPlaced(boxes)) {
      layoutRows(frame, boxes)
      return
    }
    for (const box of boxes) layoutContent(box, box.children)
    layoutPlaced(boxes, local.get(frame) ?? [])
    if (frame) encloseContent(frame)
  }

  function layoutRows(root: Item | undefined, boxes: readonly Item[]): void {
    const open = new Set([root])
    const visit = (item: Item): void => {
      if (isPlaced(item.children)) layoutContent(item, item.children)
      else if (item.children.length > 0) {
        open.add(item)
        item.children.forEach(visit)
      }
    }
    boxes.forEach(visit)
    /** True if all frames around an end, up to the box in the common frame, are part of the unit. */
    const isOpen = (end: Item, top: Item): boolean =>
      end === top || (open.has(end.parent) && isOpen(end.parent as Item, top))
    const ownConnections = [...open]
      .flatMap((home) => local.get(home) ?? [])
      .filter((one) => isOpen(one.connection.from, one.from) && isOpen(one.connection.to, one.to))
      .sort((a, b) => a.edge - b.edge)
    const unit = layoutUnit({
      root,
      boxes,
      connections: ownConnections,
      isRouted: isRouted(tree),
      hasLost,
      keepsDirection,
      ...(root === undefined ? { aspect, direction, room: surfaces[readOn] } : { room: anyRoom }),
      isClosed: (item) => !open.has(item),
      roomBeside: (item, side) => loops.get(item)?.[side] ?? 0,
    })
    for (const [item, box] of unit.boxes) Object.assign(item, { ...box, direction: unit.direction })
    if (root) Object.assign(root, unit.size)
    units.push({ root, wires: unit.wires })
  }
}

/** The space beside boxes that are connected with themselves. */
function roomOfLoops(
  connections: readonly DrawnEdge[],
): Map<Item, Record<Direction | 'count', number>> {
  const loops = new Map<Item, Record<Direction | 'count', number>>()
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

/** Makes a frame as large as its content needs, at positions from the script. */
function encloseContent(frame: Item): void {
  const { framePad, frameHead } = sizes
  let right = frame.measured.width
  let bottom = 0
  for (const child of frame.children) {
    child.x += framePad
    child.y += frameHead
    right = Math.max(right, child.x + child.width + framePad)
    bottom = Math.max(bottom, child.y + child.height + framePad)
  }
  const given = givenSize(frame)
  Object.assign(frame, {
    width: Math.max(right, given.width),
    height: Math.max(bottom, given.height),
  })
}

/** The text on an edge: its label, else its protocol and port. */
export function tagText({ edge }: DrawnEdge): string | null {
  const { label, protocol, port } = edge
  if (label !== undefined && label.trim() !== '') return forPictureOrNull(label)
  return forPictureOrNull(joined(' ', protocol, port !== undefined && port !== '' && `:${port}`))
}
