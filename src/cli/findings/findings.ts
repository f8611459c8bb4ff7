/** Findings of checked scripts as input of the reporters. */
import { join, relative } from 'node:path'
import { decodeText } from '../../files/decode.ts'
import { valueFor } from '../../grouped.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { CheckedScript } from '../../project/check/check.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { Project } from '../../project/config/project.ts'
import { reporters, unix, type ValidationResult, validationResult } from '../../reporters/index.ts'
import type { Finding } from '../../validator/index.ts'
import type { Channel } from '../io/channel.ts'
import type { Terminal } from '../io/terminal.ts'

/** The folders that paths are relative to. */
type Folders = Pick<Project, 'root' | 'cwd'>

/**
 * Groups findings by file: a script may have findings in a file that it imports. Paths are relative to the working
 * directory, so that editors and terminals can open them.
 * @param others findings in files that are no scripts
 */
export function resultOf(
  checked: readonly CheckedScript[],
  project: Folders,
  others: readonly PlacedFinding[] = [],
): ValidationResult {
  const files = new Map<string, Map<string, Finding>>()
  const findingsOf = (path: string) => valueFor(files, pathFromCwd(path, project), () => new Map())
  for (const { script } of checked) findingsOf(script.path)
  for (const { path, ...finding } of [...checked.flatMap((one) => one.findings), ...others]) {
    const { rule, line, column, message } = finding
    const known = findingsOf(path)
    const key = JSON.stringify([rule, line, column, message])
    if (!known.has(key)) known.set(key, { ...finding, ...relatedFromCwd(finding, project) })
  }
  return validationResult(
    [...files].map(([path, findings]) => ({
      path,
      findings: [...findings.values()],
    })),
  )
}

function relatedFromCwd(
  { related }: Pick<Finding, 'related'>,
  project: Folders,
): Pick<Finding, 'related'> {
  return related?.path === undefined
    ? {}
    : { related: { ...related, path: pathFromCwd(related.path, project) } }
}

interface FindingsReport {
  readonly project: Folders
  /** Added by `--format json`. */
  readonly more?: object
  /** The result for the same project, if it is known already. */
  readonly result?: ValidationResult
}

export function renderFindings(
  checked: readonly CheckedScript[],
  format: string,
  out: Pick<Channel, 'color' | 'width'>,
  { project, more, result: known = resultOf(checked, project) }: FindingsReport,
): string {
  const reporter = reporters.find(({ name }) => name === format)
  if (!reporter) throw new Error(`there is no format ${format}`)
  const result = { ...known, ...more }
  return reporter
    .report(result, {
      color: out.color,
      sources: sourcesOf(checked, result, project),
      width: out.width,
    })
    .trimEnd()
}

/** Prints findings to stderr, for commands other than validate. */
export function showFindings(
  terminal: Terminal,
  checked: readonly CheckedScript[],
  project: Folders,
): void {
  if (checked.length === 0 || terminal.json) return
  terminal.err.line(`${renderFindings(checked, 'pretty', terminal.err, { project })}\n`)
}

/** One line for each finding, for a log. */
export const unixLines = (findings: readonly PlacedFinding[], project: Folders): string =>
  unix.report(resultOf([], project, findings), { color: false, sources: new Map() }).trimEnd()

/** Text by path: a script as it was checked, which may differ from the disk; imported files from the disk. */
function sourcesOf(
  checked: readonly CheckedScript[],
  { files }: ValidationResult,
  project: Folders,
): Map<string, string> {
  const own = new Map<string, string>()
  for (const { script } of checked) own.set(pathFromCwd(script.path, project), script.text)
  const sources = new Map<string, string>()
  for (const { path, findings } of files) {
    if (findings.length === 0) continue
    try {
      const file = join(project.cwd, path)
      const text = own.get(path) ?? decodeText(readFileWithinSync('module', file)).text
      if (text !== undefined) sources.set(path, text)
    } catch {
      // Without the text the finding has no code frame, but still its position.
    }
  }
  return sources
}

const pathFromCwd = (path: string, { root, cwd }: Folders): string =>
  relative(cwd, join(root, path)).replaceAll('\\', '/')
