/**
 * The parts of a text that a page shows: its picture, and each finding with its place and its
 * fixes.
 */
import { fixesOf } from '../../lsp/features/code-actions.ts'
import type { PlacedText } from '../../lsp/session/placed-text.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import { type Picture, svg, type Theme, withoutArt } from '../../render/index.ts'
import { messageOf, type Severity } from '../../validator/index.ts'
import { changesOf, type TextReplacement } from './changes.ts'
import { TEXT_URI, type TextSession } from './text-session.ts'

/** Offsets are in UTF-16 units of the text. */
export interface TextFinding {
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  readonly fix: string
  /** Line of its place, from 1. */
  readonly line: number
  readonly column: number
  readonly from: number
  readonly to: number
  readonly fixes: readonly QuickFix[]
}

export interface QuickFix {
  readonly title: string
  readonly changes: readonly TextReplacement[]
}

export interface DrawnText {
  readonly findings: readonly TextFinding[]
  /** Undefined for a script with errors. */
  readonly drawing: { readonly picture: Picture; readonly svg: string } | undefined
}

export async function drawText(session: TextSession, theme: Theme): Promise<DrawnText> {
  const { findings, picture } = await session.check()
  const isValid = findings.every(({ severity }) => severity !== 'error')
  const text = session.text(TEXT_URI)
  return {
    findings: text === undefined ? [] : findings.map((finding) => shown(finding, text)),
    drawing: isValid && picture ? drawingOf(picture, theme) : undefined,
  }
}

const drawingOf = (picture: Picture, theme: Theme) => ({
  picture: withoutArt(picture),
  svg: svg.write(picture, { theme }),
})

function shown(finding: PlacedFinding, text: PlacedText): TextFinding {
  const { rule, severity, fix, line, column } = finding
  const { start, end } = text.rangeOf(finding)
  const fixes = fixesOf(finding, text, []).map(({ title, edit }) => ({
    title,
    changes: changesOf(edit, text),
  }))
  return {
    rule,
    severity,
    message: messageOf(finding),
    fix,
    line,
    column,
    from: text.offsetAt(start),
    to: text.offsetAt(end),
    fixes,
  }
}
