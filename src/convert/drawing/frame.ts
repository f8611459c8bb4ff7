/** The group around a drawing without groups, and the order in which a script creates groups and nodes. */
import { groupedBy } from '../../grouped.ts'
import type { Drawing, DrawnGroup, DrawnNode } from './drawing.ts'

/** Id of the group around everything: ids of a source have no space at their end. */
export const FRAME = 'frame '

/** Every service draws nodes in a group, and few draw nodes outside of one. */
export function framed(drawing: Drawing): Drawing {
  if (drawing.groups.length > 0) return drawing
  const label = drawing.title || drawing.name
  const nodes = drawing.nodes.map((node) => ({ ...node, group: FRAME }))
  return { ...drawing, groups: [{ id: FRAME, label }], nodes }
}

/** A node that is no part of the drawing stands outside of the group around everything. */
export function beside(node: DrawnNode, drawing: Drawing): Drawing {
  const { groups, nodes } = framed(drawing)
  return { ...drawing, groups, nodes: [node, ...nodes] }
}

/** The groups and nodes of a framed drawing, in the order of their calls. */
export function inCallOrder({ groups, nodes }: Drawing): (DrawnGroup | DrawnNode)[] {
  const inner = groupedBy(groups, ({ parent }) => parent)
  const content = groupedBy(nodes, ({ group }) => group)
  const withContent = (group: DrawnGroup): (DrawnGroup | DrawnNode)[] => [
    group,
    ...(content.get(group.id) ?? []),
    ...(inner.get(group.id) ?? []).flatMap(withContent),
  ]
  const outermost = inner.get(undefined) ?? []
  return [...(content.get(undefined) ?? []), ...outermost.flatMap(withContent)]
}
