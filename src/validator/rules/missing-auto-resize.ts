/** Requires `autoResize()` or a size for groups with nodes. */
import type { Rule } from '../rule.ts'

export const missingAutoResize: Rule = {
  id: 'missing-auto-resize',
  severity: 'hint',
  docs: {
    summary: 'A group with nodes calls autoResize(), or has a width or height',
    why: 'Otherwise its size is 400 by 200, whatever its content.',
  },
  *check({ nodes, unknownCalls }) {
    // The misspelt method may be autoResize(); unknown-method reports it.
    if (unknownCalls.some(({ on }) => on === 'group')) return
    const filled = new Set(
      nodes.filter(({ isContainer }) => !isContainer).map(({ parent }) => parent),
    )
    for (const [index, { kind, id, at, autoResized, size }] of nodes.entries()) {
      if (kind !== 'group' || autoResized || !filled.has(index)) continue
      if (size.width !== undefined || size.height !== undefined) continue
      yield {
        at,
        message: `The group "${id}" does not adapt its size to its nodes`,
        fix: 'Call autoResize() on it after its last node, and on groups inside it first.',
      }
    }
  },
}
