/** Rewrites code of the service into the form of a file: its line ends, and `export default` instead of the last `return`. */

import { inLineEndsOf } from '../../text/line-ends.ts'
import { findExportWords } from './bundle/unbundled-code.ts'
import type { ScriptContent } from './content.ts'
import type { LocalScript } from './load.ts'

/** The inverse of loading a script; code that cannot end with `export default` keeps its `return`. */
export async function codeInFormOf(file: LocalScript | undefined, code: string): Promise<string> {
  const ended = inLineEndsOf(file?.text ?? '', code)
  return file?.exportWords === undefined ? ended : withExport(ended, file.exportWords)
}

/** For a merge line by line: what is the same on both sides has the same form. A bundle is in no file. */
export const inFormOf = async (
  file: LocalScript,
  content: ScriptContent,
): Promise<ScriptContent> =>
  file.bundled ? content : { ...content, code: await codeInFormOf(file, content.code) }

async function withExport(code: string, words: string): Promise<string> {
  const { lastReturn } = await import('../../topology/parse/parse.ts')
  const start = await lastReturn(code)
  if (start === undefined) return code
  const end = start + words.length
  const rewritten = code.slice(0, start) + words + code.slice(start + 'return'.length)
  const found = await findExportWords(rewritten)
  return found?.start === start && found.end === end ? rewritten : code
}
