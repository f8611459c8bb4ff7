// The graph of a picture, as other programs need it.

export const tagOf = ({ tag }) => (tag === null ? null : { width: tag.width, height: tag.height })

/** Children by the key of their frame; null has those outside of all frames. */
export function treeOf({ nodes }) {
  const children = new Map([[null, []]])
  for (const node of nodes) children.set(node.key, [])
  for (const node of nodes) children.get(node.parent).push(node)
  return children
}
