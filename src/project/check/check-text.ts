/**
 * Checks a text that is no file: from an assistant, or in a page. It reads no file, so an import is
 * an error.
 */
import type { Span } from '../../files/position.ts'
import type { Picture } from '../../render/index.ts'
import type { Topology } from '../../topology/index.ts'
import type { Finding } from '../../validator/index.ts'
import { spanInFile } from '../script/bundle/code-range.ts'
import { readUnbundled } from '../script/bundle/unbundled-code.ts'
import { parseHeader } from '../script/header/header.ts'
import type { Metadata } from '../script/metadata.ts'
import type { Examine, ExamineRequest } from './examine.ts'
import { hasRun } from './finished-run.ts'
import { type PlacedFinding, suppress } from './suppressions.ts'

export interface CheckedText {
  /** The code to send: the text without its header, and with `return` for `export default`. */
  readonly code: string
  /** Fields of the header; empty without a header. */
  readonly header: Partial<Metadata>
  /** Places refer to the text. */
  readonly findings: readonly PlacedFinding[]
  /** Parts that were requested. */
  readonly picture?: Picture | undefined
  readonly topology?: Topology | undefined
  /** Maps a span of the code to the text. */
  readonly locate: (span: Span) => Span
}

/** @param path of the text, in its findings */
export async function checkText(
  text: string,
  path: string,
  wanted: ExamineRequest,
  examine: Examine,
): Promise<CheckedText> {
  const { code: written, lines, fields: header, problems } = parseHeader(text)
  const unbundled = await readUnbundled(written)
  const { code } = unbundled
  const below = spanInFile(text, lines)
  const locate = (span: Span) => below(unbundled.locate(span))
  if (problems.length > 0) {
    const findings = problems.map((problem) => ({ ...problem, path, severity: 'error' as const }))
    return { code, header, findings, locate }
  }
  const picture = wanted.picture && { ...wanted.picture, scriptDirection: header.direction }
  const examined = await examine(code, { ...wanted, picture })
  const findings = examined.findings.map((found) => placedIn(path, found, locate))
  const source = { path, text, imported: false }
  return {
    code,
    header,
    findings: hasRun({ findings }) ? await suppress(findings, [source], wanted.rules) : findings,
    picture: examined.picture,
    topology: examined.topology,
    locate,
  }
}

function placedIn(path: string, found: Finding, locate: (span: Span) => Span): PlacedFinding {
  const { related, suggestion, edit } = found
  return {
    ...found,
    path,
    ...locate(found),
    ...(related && { related: locate(related) }),
    ...(suggestion && { suggestion: { ...suggestion, at: locate(suggestion.at) } }),
    ...(edit && { edit: { ...edit, at: locate(edit.at) } }),
  }
}
