/** Folds the header of a script, and each scenario. */
import { join } from 'node:path'
import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver'
import { fileOf } from '../session.ts'
import type { Feature } from './feature.ts'

export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  answers: {
    onFoldingRanges: async (session, { textDocument: { uri } }, signal) => {
      const text = session.text(uri)
      if (text === undefined) return undefined
      const ranges: FoldingRange[] = []
      const header = /^\uFEFF?\/\*---[\s\S]*?---\*\//.exec(text.text)
      if (header) {
        const endLine = text.positionAt(header[0].length).line
        if (endLine > 0) ranges.push({ startLine: 0, endLine, kind: FoldingRangeKind.Comment })
      }
      const { names } = (await session.names(uri, signal)) ?? {}
      for (const { at, last } of names?.scenarios ?? []) {
        const isHere = [at, last].every(({ path }) => join(names?.root ?? '', path) === fileOf(uri))
        const [startLine, endLine] = [text.rangeOf(at).start.line, text.rangeOf(last).end.line]
        if (isHere && endLine > startLine) ranges.push({ startLine, endLine, kind: FoldingRangeKind.Region })
      }
      return ranges
    },
  },
}
