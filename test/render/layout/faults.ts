/** The faults that no layout may have. */
import type { Box, Picture, PictureNode } from '../../../src/render/picture/picture.ts'

/** True if two boxes share an area. */
export const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const inside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

function faultsInFrame(node: PictureNode, frame: PictureNode | undefined): string[] {
  const found: string[] = []
  if (node.parent !== null && !(frame && inside(node, frame)))
    found.push(`${node.key} leads out of its frame`)
  if (frame && node.y < frame.y + 30) found.push(`${node.key} covers the title of its frame`)
  return found
}

/** Describes the faults of a layout. */
export function faults({ width, height, nodes, edges }: Picture): string[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const found: string[] = []
  const bounds = { x: 0, y: 0, width, height }
  nodes.forEach((node, i) => {
    if (!inside(node, bounds)) found.push(`${node.key} leads out of the picture`)
    found.push(...faultsInFrame(node, byKey.get(node.parent ?? '')))
    for (const other of nodes.slice(i + 1)) {
      if (other.parent === node.parent && overlap(node, other))
        found.push(`${node.key} overlaps ${other.key}`)
    }
  })
  const leaves = nodes.filter(({ isFrame }) => !isFrame)
  for (const { id, tag, points } of edges) {
    const covered = tag && leaves.find((node) => overlap(tag, node))
    if (covered) found.push(`the text of ${id} covers ${covered.key}`)
    const bent = points.find(
      (p, i) => i > 0 && p.x !== points[i - 1]?.x && p.y !== points[i - 1]?.y,
    )
    if (bent) found.push(`${id} is not in right angles`)
  }
  return found
}

/** True if a point is in a node or on its border. */
export const isAt = (
  { x, y, width, height }: PictureNode,
  point: { x: number; y: number } | undefined,
): boolean =>
  point !== undefined &&
  point.x >= x - 0.5 &&
  point.x <= x + width + 0.5 &&
  point.y >= y - 0.5 &&
  point.y <= y + height + 0.5
