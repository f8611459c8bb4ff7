/** Findings as diagnostics of the protocol, by file. */
import { join } from 'node:path'
import {
  type CodeDescription,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
} from 'vscode-languageserver-protocol'
import { addTo } from '../../grouped.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import { messageOf } from '../../validator/message.ts'
import type { Severity } from '../../validator/rule.ts'
import type { OpenCheck } from '../checks/check-open-script.ts'
import type { PlacedText } from '../session/placed-text.ts'

export interface DiagnosticOptions {
  /** The client shows related places; otherwise they are part of the message. */
  readonly related: boolean
  /** The client shows tags. */
  readonly tags: boolean
  /** Address of the documentation of a rule. */
  readonly pageOf: (rule: string) => string | undefined
  /** The text of a file with this absolute path. */
  readonly textOf: (file: string) => PlacedText | undefined
}

/** The source of all diagnostics, which clients show beside the rule. */
export const SOURCE = 'topo'

/** Hints are shown as information: editors hardly show hints of the protocol, and list none of them. */
const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Information,
}

/** Diagnostics by absolute path. */
export function diagnosticsOf(
  { root, findings }: Pick<OpenCheck, 'root' | 'findings'>,
  options: DiagnosticOptions,
): Map<string, Diagnostic[]> {
  const files = new Map<string, Diagnostic[]>()
  for (const finding of findings) {
    const file = join(root, finding.path)
    const text = options.textOf(file)
    if (text === undefined) continue
    addTo(
      files,
      file,
      diagnosticOf(finding, text, relatedOf(finding, root, text, options), options),
    )
  }
  return files
}

function diagnosticOf(
  finding: PlacedFinding,
  text: PlacedText,
  related: DiagnosticRelatedInformation | undefined,
  { tags, pageOf }: DiagnosticOptions,
): Diagnostic {
  const { rule, severity, message, fix } = finding
  const page = pageOf(rule)
  const unused = tags && isUnused(finding)
  return {
    range: text.rangeOf(finding),
    severity: unused ? DiagnosticSeverity.Hint : SEVERITIES[severity],
    code: rule,
    ...(page !== undefined && { codeDescription: { href: page } satisfies CodeDescription }),
    source: SOURCE,
    message: `${related ? message : messageOf(finding)}.\n${fix}`,
    ...(unused && { tags: [DiagnosticTag.Unnecessary] }),
    ...(related && { relatedInformation: [related] }),
  }
}

function relatedOf(
  { related, path, rule }: PlacedFinding,
  root: string,
  own: PlacedText,
  { related: isShown, textOf }: DiagnosticOptions,
): DiagnosticRelatedInformation | undefined {
  if (related === undefined || !isShown) return undefined
  const text =
    related.path === undefined || related.path === path ? own : textOf(join(root, related.path))
  if (text === undefined) return undefined
  const message = rule === 'unique-node-ids' ? 'The first one is here.' : 'This is the other place.'
  return { location: { uri: text.uri, range: text.rangeOf(related) }, message }
}

/** A suppression that hides nothing: its fix removes the comment. */
const isUnused = ({ rule, edit }: PlacedFinding): boolean =>
  rule === 'suppression' && edit?.text === ''
