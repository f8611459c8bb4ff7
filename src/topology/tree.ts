/** A syntax tree, whichever parser made it. */
import type { Node } from 'oxc-parser'

/** The nodes right below one are added to a list; a tree has thousands, which are not to be a list each. */
export function addChildren(node: Node, children: Node[]): void {
  for (const key in node) {
    const value = node[key as keyof Node] as unknown
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item)
    } else if (isNode(value)) children.push(value)
  }
}

/** The nodes right below one. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  addChildren(node, children)
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
