/** A group is as large as its nodes need it only if it is told to be. */
import type { Rule } from '../rule.ts'

export const missingAutoResize: Rule = {
  id: 'missing-auto-resize',
  severity: 'hint',
  docs: {
    summary: 'A group with nodes calls autoResize(), or has a width or height',
    why: 'Without either it is 400 by 200, whatever it holds.',
  },
  *check({ nodes, unknownCalls }) {
    // It may be just this call that has a slip of the pen in it, which is found elsewhere.
    if (unknownCalls.some(({ on }) => on === 'group')) return
    const filled = new Set(nodes.filter(({ isContainer }) => !isContainer).map(({ parent }) => parent))
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
