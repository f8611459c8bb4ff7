/** Folds the header of a script, each group and each scenario. */
import { join } from 'node:path'
import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver'
import { fileOf } from '#platform/file-names'
import { findHeaderComment } from '../../project/script/header/header-comment.ts'
import type { ScriptNames } from '../checks/script-names.ts'
import type { Feature } from './feature.ts'

export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  answers: {
    onFoldingRanges: async (session, { textDocument: { uri } }, signal) => {
      const text = session.text(uri)
      if (text === undefined) return undefined
      const ranges: FoldingRange[] = []
      const header = findHeaderComment(text.text)
      if (header && !header.fault) {
        const startLine = text.positionAt(header.comment.start).line
        const endLine = text.positionAt(header.comment.end).line
        if (endLine > startLine) ranges.push({ startLine, endLine, kind: FoldingRangeKind.Comment })
      }
      const { names } = (await session.names(uri, signal)) ?? {}
      const root = names?.root ?? ''
      for (const { at, last } of names ? [...groupsOf(names), ...names.scenarios] : []) {
        const isHere = [at, last].every(({ path }) => join(root, path) === fileOf(uri))
        const startLine = text.rangeOf(at).start.line
        const endLine = text.rangeOf(last).end.line
        if (isHere && endLine > startLine)
          ranges.push({ startLine, endLine, kind: FoldingRangeKind.Region })
      }
      return ranges
    },
  },
}

/** Groups with the last node inside of them. */
function groupsOf({ nodes }: ScriptNames) {
  const last = new Map<number, (typeof nodes)[number]>()
  for (const node of nodes) {
    let group = node.parent
    while (group !== undefined) {
      last.set(group, node)
      group = nodes[group]?.parent
    }
  }
  return nodes.flatMap(({ at }, index) => {
    const inside = last.get(index)
    return inside ? [{ at, last: inside.at }] : []
  })
}
