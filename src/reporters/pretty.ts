/** `--format pretty`: for people, with a code frame and a fix for each finding. */
import { enumeration } from '../text/alternatives.ts'
import { forReport } from '../text/safe/for-report.ts'
import { counted } from '../text/words.ts'
import { wrapText } from '../text/wrap.ts'
import { type Finding, messageOf, type Severity } from '../validator/index.ts'
import { codeFrame, splitLines } from './code-frame.ts'
import type { Reporter, ReportOptions, ValidationResult } from './reporter.ts'

const SIGNS: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', hint: '·' }
const COLORS = {
  error: 31,
  warning: 33,
  hint: 36,
  dim: 2,
  bold: 1,
  green: 32,
} as const

export const pretty: Reporter = {
  name: 'pretty',
  report: (result, options) => [...prettyPieces(result, options)].join(''),
}

/** The report in pieces of whole lines: that of thousands of scripts has many megabytes. */
export function* prettyPieces(result: ValidationResult, options: ReportOptions): Iterable<string> {
  for (const { path, findings } of result.files) {
    if (findings.length === 0) continue
    const source = options.sources.get(path)
    const lines = source === undefined ? undefined : splitLines(source)
    for (const finding of findings) yield `${block(path, finding, lines, options)}\n\n`
  }
  yield `${summary(result, options)}\n`
}

type Paint = (color: keyof typeof COLORS, text: string) => string

function painter(color: boolean): Paint {
  return (name, text) => (color ? `\u001B[${COLORS[name]}m${text}\u001B[0m` : text)
}

function block(
  path: string,
  finding: Finding,
  lines: readonly string[] | undefined,
  { color, width }: ReportOptions,
): string {
  const paint = painter(color)
  const { rule, severity, fix, line, column } = finding
  const place = paint('bold', `${forReport(path)}:${line}:${column}`)
  const sign = paint(severity, `${SIGNS[severity]} ${severity}`)
  const says = `${sign}  ${forReport(messageOf(finding))}  ${paint('dim', rule)}`
  const frame =
    lines === undefined
      ? []
      : codeFrame(lines, finding, {
          width: width ?? 100,
          dim: (text) => paint('dim', text),
          mark: (text) => paint(severity, text),
        })
  return [
    wrapText(says, width, `${place}  `),
    ...frame,
    wrapText(forReport(fix), width, '  '),
  ].join('\n')
}

/** `2 errors and 1 warning in 1 of 3 scripts`, or `3 scripts are valid`. */
function summary(
  { files, errorCount, warningCount }: ValidationResult,
  options: ReportOptions,
): string {
  const paint = painter(options.color)
  const hintCount = files.reduce(
    (sum, { findings }) => sum + findings.filter(({ severity }) => severity === 'hint').length,
    0,
  )
  const all = { error: errorCount, warning: warningCount, hint: hintCount }
  const counts = Object.entries(all).flatMap(([noun, count]) =>
    count > 0 ? [counted(count, noun)] : [],
  )
  const total = files.length
  if (counts.length === 0) {
    if (total === 0) return 'No scripts to validate'
    return paint('green', total === 1 ? '1 script is valid' : `${total} scripts are valid`)
  }
  const affected = files.filter(({ findings }) => findings.length > 0).length
  const where = `${affected} of ${counted(total, 'script')}`
  const warningOrHint = warningCount > 0 ? 'warning' : 'hint'
  return paint(
    errorCount > 0 ? 'error' : warningOrHint,
    wrapText(`${enumeration(counts)} in ${where}`, options.width),
  )
}
