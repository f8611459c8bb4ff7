/** Prepares the code that is sent: as written, or bundled if it has imports or types. */

import { MAX_PROBLEMS } from '../../../files/position.ts'
import { projectPath } from '../../../files/root.ts'
import { LineIndex, START } from '../../../topology/model/position.ts'
import { rangeInFile } from './code-range.ts'
import { inspectSyntax } from './inspect-syntax.ts'
import type { CodeInput } from './read-imported.ts'
import { asWritten, type SentCode, withoutExport } from './unbundled-code.ts'

export async function readCode(input: CodeInput): Promise<SentCode> {
  const { root, file, text, header } = input
  const path = projectPath(root, file)
  const written = asWritten({ path, text, header })
  const syntax = await inspectSyntax(written.code)
  if (syntax.kind === 'plain') return withoutExport(written, syntax.exportWords)

  if (syntax.kind === 'broken') {
    const lines = new LineIndex(text)
    const problems = syntax.problems
      .slice(0, MAX_PROBLEMS)
      .map(({ start: from, end: to, ...fault }) => {
        const range = rangeInFile(header, { start: from, end: to })
        return { ...fault, path, ...lines.span(range.start, range.end) }
      })
    return { ...written, problems }
  }
  const { bundleScript } = await import('./bundle.ts')
  const { loader, imports, typesOnly, exportWords } = syntax
  const places = {
    imports: imports.map((range) => rangeInFile(header, range)),
    typesOnly: typesOnly.map((range) => rangeInFile(header, range)),
    exportWords: exportWords && rangeInFile(header, exportWords),
  }
  const unbundled = withoutExport(written, exportWords)
  const bundled = await bundleScript({ ...input, loader, ...places })
  if (bundled.problems) return { ...unbundled, problems: bundled.problems }
  const start = written.locate(START)
  return {
    ...unbundled,
    code: bundled.code,
    bundled: true,
    locate: (span) => bundled.locate(span) ?? start,
  }
}
