/** Positions boxes in their frames, and routes the connections of frames that consist of rows. */

import { forPictureOrNull } from '../../text/for-picture.ts'
import { joined } from '../../text/words.ts'
import type { Direction } from '../picture/direction.ts'
import { measureTag, sizes } from '../picture/measure.ts'
import type { Point } from '../picture/picture.ts'
import { anyRoom, type Surface, surfaces } from '../picture/surface.ts'
import type { DrawnEdge, Item, Tree } from './boxes/box-tree.ts'
import { givenSize } from './boxes/given-size.ts'
import { layoutUnit } from './layered/candidates.ts'
import type { DrawnWire } from './layered/draw-wires.ts'
import type { LocalConnection } from './layered/local-connection.ts'
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
}

/** Wires of the layered frames, with absolute positions; connections without one are routed afterwards. */
export function arrange(tree: Tree, wish: Wish): Map<number, DrawnWire> {
  const { items, roots, connections } = tree
  const arrangement = new Arrangement(connections, isRouted(tree), wish)
  arrangement.run(roots)
  for (const item of items) {
    item.x += item.parent?.x ?? 0
    item.y += item.parent?.y ?? 0
  }
  return arrangement.wires()
}

class Arrangement {
  readonly #local = new Map<Item | undefined, LocalConnection[]>()
  /** The space beside boxes that are connected with themselves. */
  readonly #loops = new Map<Item, Record<Direction | 'count', number>>()
  readonly #done: { readonly root: Item | undefined; readonly wires: readonly DrawnWire[] }[] = []

  readonly #isRouted: boolean
  readonly #wish: Wish

  constructor(connections: readonly DrawnEdge[], isRouted: boolean, wish: Wish) {
    this.#isRouted = isRouted
    this.#wish = wish
    connections.forEach((connection, edge) => {
      const local = localConnection(connection, edge)
      if (local) {
        const list = this.#local.get(local.home)
        if (list) list.push(local)
        else this.#local.set(local.home, [local])
      } else if (connection.from === connection.to) this.#addLoop(connection)
    })
  }

  run(roots: readonly Item[]): void {
    if (isPlaced(roots)) {
      for (const item of roots) this.#layout(item)
      layoutPlaced(roots, this.#local.get(undefined) ?? [])
    } else this.#layoutUnit(undefined, roots)
  }

  wires(): Map<number, DrawnWire> {
    const all = new Map<number, DrawnWire>()
    for (const { root, wires } of this.#done) {
      const by = { x: root?.x ?? 0, y: root?.y ?? 0 }
      for (const { edge, points, tag } of wires)
        all.set(edge, { edge, points: points.map((point) => moved(point, by)), tag: tag && moved(tag, by) })
    }
    return all
  }

  #addLoop(connection: DrawnEdge): void {
    const text = tagText(connection)
    const { width, height } = text === null ? { width: -6, height: -6 } : measureTag(text)
    const { count, right, down } = this.#loops.get(connection.from) ?? { count: 0, right: 0, down: 0 }
    const far = farthestOf(count)
    this.#loops.set(connection.from, {
      count: count + 1,
      down: Math.max(down, far + 10 + width + 6),
      right: Math.max(right, far + 10 + height + 6),
    })
  }

  #whole() {
    const { aspect, direction, readOn = direction === 'right' ? 'screen' : 'column' } = this.#wish
    return { aspect, direction, room: surfaces[readOn] }
  }

  /** A box that is the outermost one of its unit, or at a position from the script. */
  #layout(item: Item): void {
    const { children } = item
    if (children.length === 0) return
    if (!isPlaced(children)) {
      this.#layoutUnit(item, children)
      return
    }
    for (const child of children) this.#layout(child)
    layoutPlaced(children, this.#local.get(item) ?? [])
    encloseContent(item)
  }

  #layoutUnit(root: Item | undefined, boxes: readonly Item[]): void {
    const homes: (Item | undefined)[] = [root]
    const visit = (item: Item): void => {
      if (item.children.length === 0) return
      if (isPlaced(item.children)) this.#layout(item)
      else {
        homes.push(item)
        item.children.forEach(visit)
      }
    }
    boxes.forEach(visit)
    const open = new Set(homes)
    const connections = homes
      .flatMap((home) => this.#local.get(home) ?? [])
      .filter((one) => isOpen(one.connection.from, one.from) && isOpen(one.connection.to, one.to))
      .sort((a, b) => a.edge - b.edge)
    const wires = layoutUnit({
      ...{ root, boxes, connections, isRouted: this.#isRouted, hasLost: this.#wish.hasLost === true },
      ...(root === undefined ? this.#whole() : { room: anyRoom }),
      isClosed: (item) => !open.has(item),
      roomBeside: (item, direction) => this.#loops.get(item)?.[direction] ?? 0,
    })
    this.#done.push({ root, wires })

    /** True if all frames around an end, up to the box in the common frame, are part of the unit. */
    function isOpen(end: Item, top: Item): boolean {
      for (let at = end; at !== top; at = at.parent as Item) if (!open.has(at.parent)) return false
      return true
    }
  }
}

const moved = <P extends Point>(point: P, by: Point): P => ({
  ...point,
  x: point.x + by.x,
  y: point.y + by.y,
})

/** The innermost frame around both ends, and its boxes around them; undefined if an end contains the other. */
function localConnection(connection: DrawnEdge, edge: number): LocalConnection | undefined {
  const [a, b] = [enclosingFrames(connection.from), enclosingFrames(connection.to)]
  let depth = 0
  while (a[depth] !== undefined && a[depth] === b[depth]) depth++
  const [from, to] = [a[depth], b[depth]]
  if (from === undefined || to === undefined) return undefined
  return { ...{ edge, connection, from, to }, home: from.parent, text: tagText(connection) }
}

/** The frames around an item from the outside in, then the item itself. */
export function enclosingFrames(item: Item): Item[] {
  const up: Item[] = []
  for (let at: Item | undefined = item; at; at = at.parent) up.push(at)
  return up.reverse()
}

/** Makes a frame as large as its content needs, at positions from the script. */
function encloseContent(frame: Item): void {
  const { framePad, frameHead } = sizes
  let [right, bottom] = [frame.measured.width, 0]
  for (const child of frame.children) {
    child.x += framePad
    child.y += frameHead
    right = Math.max(right, child.x + child.width + framePad)
    bottom = Math.max(bottom, child.y + child.height + framePad)
  }
  const given = givenSize(frame)
  Object.assign(frame, { width: Math.max(right, given.width), height: Math.max(bottom, given.height) })
}

/** The text on an edge: its label, else its protocol and port. */
export function tagText({ edge }: DrawnEdge): string | null {
  const { label, protocol, port } = edge
  if (label !== undefined && label.trim() !== '') return forPictureOrNull(label)
  return forPictureOrNull(joined(' ', protocol, port !== undefined && port !== '' && `:${port}`))
}
