/** Quick fixes: the edits of `topo validate --fix`, corrections of typos, missing nodes, and suppressions. */

import type { CodeActionParams } from 'vscode-languageserver'
import {
  type CodeAction,
  CodeActionKind,
  CodeActionTriggerKind,
  type Diagnostic,
  type Range,
  TextEdit,
} from 'vscode-languageserver-types'
import { fileOf, join } from '#platform/file-names'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import { lineEndOf } from '../../text/line-ends.ts'
import { sharedEnds } from '../../text/shared-ends.ts'
import { isAdvice } from '../../validator/index.ts'
import { rangeOfWord } from '../session/name-at.ts'
import type { PlacedText } from '../session/placed-text.ts'
import type { ScriptSession } from '../session/script-session.ts'
import type { Feature } from './feature.ts'

const FIX_ALL = `${CodeActionKind.SourceFixAll}.topo`

export const codeActions: Feature = {
  capabilities: ({ literalActions }) => ({
    // A client without literals expects commands, which change no text.
    ...(literalActions && {
      codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    }),
  }),
  answers: { onCodeAction: actionsFor },
}

async function actionsFor(
  session: ScriptSession,
  { textDocument: { uri }, range, context }: CodeActionParams,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const isAsked = (kind: string) =>
    context.only?.some((only) => kind === only || kind.startsWith(`${only}.`)) ?? true
  const findings = await findingsIn(session, uri, signal)
  const text = session.text(uri)
  if (text === undefined) return []
  const actions: CodeAction[] = []
  if (isAsked(CodeActionKind.QuickFix)) {
    for (const finding of findings) {
      if (!isTouched(text.rangeOf(finding), range)) continue
      const { start } = text.rangeOf(finding)
      const diagnostics = context.diagnostics.filter((one) => isSame(one, finding.rule, start))
      actions.push(...fixesOf(finding, text, diagnostics))
    }
  }
  // An editor that only looks for a light bulb does not wait for several runs of the script.
  const isWanted =
    context.only !== undefined || context.triggerKind !== CodeActionTriggerKind.Automatic
  if (isWanted && isAsked(FIX_ALL) && findings.some(({ edit }) => edit !== undefined)) {
    const fixed = await session.fix(uri, signal)
    if (fixed !== undefined && fixed !== text.text) {
      const edit = { changes: { [uri]: [differenceOf(text, fixed)] } }
      actions.push({ title: 'Fix all that topo can fix', kind: FIX_ALL, edit })
    }
  }
  // A suppression is the last resort.
  return actions.sort((a, b) => Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false))
}

/** Findings whose place is in a document: of the script, and of open scripts that import it. */
async function findingsIn(
  session: ScriptSession,
  uri: string,
  signal: AbortSignal,
): Promise<PlacedFinding[]> {
  const own = fileOf(uri)
  const checks = await session.currentChecks(uri, signal)
  const found = new Map<string, PlacedFinding>()
  for (const { root, findings } of checks) {
    for (const finding of findings) {
      if (join(root, finding.path) !== own) continue
      const { rule, line, column, message } = finding
      found.set(`${line}:${column} ${rule} ${message}`, finding)
    }
  }
  return [...found.values()]
}

/** The quick fixes of one finding. */
export function fixesOf(
  finding: PlacedFinding,
  text: PlacedText,
  diagnostics: Diagnostic[],
): CodeAction[] {
  const { rule, fix, edit, suggestion } = finding
  const action = (title: string, change: TextEdit, isPreferred: boolean): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    isPreferred,
    edit: { changes: { [text.uri]: [change] } },
  })
  const actions: CodeAction[] = []
  if (edit !== undefined) {
    const title = rule === 'header' ? 'Make this comment the header' : fix.replace(/\.$/, '')
    actions.push(action(title, TextEdit.replace(text.rangeOf(edit.at), edit.text), true))
  }
  if (suggestion !== undefined) {
    const { replaces, text: meant } = suggestion
    const range = rangeOfWord(text, suggestion.at, replaces)
    if (range)
      actions.push(
        action(`Change "${replaces}" to "${meant}"`, TextEdit.replace(range, meant), true),
      )
  }
  const missing = /^Create "([^"'\\]+)", or use an existing node\.$/.exec(fix)?.[1]
  const created = missing === undefined ? undefined : creationOf(missing, text)
  if (created !== undefined) actions.push(action(`Create the node "${missing}"`, created, true))
  if (isAdvice(rule) && rule !== 'suppression') {
    const title = `Suppress ${rule} here, with a reason`
    actions.push(action(title, suppressionOf(rule, text, finding.line), false))
  }
  return actions
}

/** A node before `apply()`; undefined if the script has none at the start of a line. */
function creationOf(id: string, text: PlacedText): TextEdit | undefined {
  const apply = /^([ \t]*)(?:await[ \t]+)?([\w$]+)\.apply\(/m.exec(text.text)
  if (apply === null) return undefined
  const [, indent = '', topology = ''] = apply
  const lineEnd = lineEndOf(text.text)
  const call = `${indent}${topology}.createProcess({ id: '${id}', label: '${id}' })${lineEnd}`
  return TextEdit.insert(text.rangeAt(apply.index, apply.index).start, call)
}

/** A comment above the line, as far from its start as the code. */
function suppressionOf(rule: string, text: PlacedText, line: number): TextEdit {
  const { start } = text.rangeOf({ line, column: 1, endLine: line, endColumn: 1 })
  const at = text.offsetAt(start)
  const [indent = ''] = /^[ \t]*/.exec(text.text.slice(at, at + MOST_INDENT)) ?? []
  const lineEnd = lineEndOf(text.text)
  return TextEdit.insert(
    start,
    `${indent}// topo-disable-next-line ${rule} -- TODO: say why${lineEnd}`,
  )
}

const MOST_INDENT = 200

/** One edit that replaces only what differs. */
function differenceOf(text: PlacedText, fixed: string): TextEdit {
  const before = text.text
  let { first: start, last: end } = sharedEnds(before, fixed)
  // Half of a surrogate pair is no position.
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--
  const range = text.rangeAt(start, before.length - end)
  return TextEdit.replace(range, fixed.slice(start, fixed.length - end))
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

const isTouched = (one: Range, other: Range): boolean =>
  isBefore(one.start, other.end) && isBefore(other.start, one.end)

const isBefore = (one: Range['start'], other: Range['start']): boolean =>
  one.line < other.line || (one.line === other.line && one.character <= other.character)

const isSame = (
  { code, source, range }: Diagnostic,
  rule: string,
  start: Range['start'],
): boolean =>
  source === 'topo' &&
  code === rule &&
  range.start.line === start.line &&
  range.start.character === start.character
