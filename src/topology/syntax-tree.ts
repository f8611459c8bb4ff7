/** Walks a syntax tree of any parser. */
import type { Node } from 'oxc-parser'

/** Adds the children of a node to a list. Reuses one list, because a tree has thousands of nodes. */
export function addChildren(node: Node, children: Node[]): void {
  for (const key in node) {
    const value = node[key as keyof Node] as unknown
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) children.push(item)
    } else if (isNode(value)) children.push(value)
  }
}

/** The children of a node. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  addChildren(node, children)
  return children
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
