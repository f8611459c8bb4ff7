/** Findings of checked scripts as input of the reporters. */
import { join, relative } from 'node:path'
import { decodeText } from '../../files/decode.ts'
import { addTo, valueFor } from '../../grouped.ts'
import { readFileWithinSync } from '../../limits/files.ts'
import type { Reported, ReportedFile } from '../../project/check/check.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import type { Project } from '../../project/config/project.ts'
import {
  prettyPieces,
  type ReportOptions,
  reporters,
  type SourceTexts,
  unix,
  type ValidationResult,
  validationResult,
} from '../../reporters/index.ts'
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
  checked: readonly Reported[],
  project: Folders,
  others: readonly PlacedFinding[] = [],
): ValidationResult {
  const byPath = new Map<string, PlacedFinding[]>()
  for (const { script } of checked) valueFor(byPath, script.path, () => [])
  for (const { findings } of checked)
    for (const finding of findings) addTo(byPath, finding.path, finding)
  for (const finding of others) addTo(byPath, finding.path, finding)
  return validationResult(
    [...byPath].map(([path, findings]) => ({
      path: pathFromCwd(path, project),
      findings: distinct(findings).map(({ path: _, ...finding }) =>
        Object.assign(finding, relatedFromCwd(finding, project)),
      ),
    })),
  )
}

/** Several scripts may have imported the same file: its findings are reported once. */
function distinct(findings: readonly PlacedFinding[]): PlacedFinding[] {
  const known = new Map<string, PlacedFinding>()
  for (const finding of findings) {
    const { rule, line, column, message } = finding
    valueFor(known, JSON.stringify([rule, line, column, message]), () => finding)
  }
  return [...known.values()]
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
  checked: readonly Reported[],
  format: string,
  out: Pick<Channel, 'color' | 'width'>,
  given: FindingsReport,
): string {
  const reporter = reporters.find(({ name }) => name === format)
  if (!reporter) throw new Error(`there is no format ${format}`)
  return reporter.report(...reported(checked, out, given)).trimEnd()
}

/** The same for the format `pretty`, in pieces of whole lines. */
export const prettyFindings = (
  checked: readonly Reported[],
  out: Pick<Channel, 'color' | 'width'>,
  given: FindingsReport,
): Iterable<string> => prettyPieces(...reported(checked, out, given))

/** The arguments of a reporter. */
function reported(
  checked: readonly Reported[],
  { color, width }: Pick<Channel, 'color' | 'width'>,
  { project, more, result = resultOf(checked, project) }: FindingsReport,
): [ValidationResult, ReportOptions] {
  const sources = new CheckedSources(checked, project)
  return [
    { ...result, ...more },
    { color, sources, width },
  ]
}

/** Prints findings to stderr, for commands other than validate. */
export function showFindings(
  terminal: Terminal,
  checked: readonly Reported[],
  project: Folders,
): void {
  if (checked.length === 0 || terminal.json) return
  terminal.err.line(`${renderFindings(checked, 'pretty', terminal.err, { project })}\n`)
}

/** One line for each finding, for a log. */
export const unixLines = (findings: readonly PlacedFinding[], project: Folders): string =>
  unix.report(resultOf([], project, findings), { color: false, sources: new Map() }).trimEnd()

/** Text by path: a script as it was checked, which may differ from the disk; imported files from the disk. */
class CheckedSources implements SourceTexts {
  readonly #project: Folders
  readonly #scripts: ReadonlyMap<string, ReportedFile>

  constructor(checked: readonly Reported[], project: Folders) {
    this.#project = project
    this.#scripts = new Map(
      checked.map(({ script }) => [pathFromCwd(script.path, project), script]),
    )
  }

  get(path: string): string | undefined {
    const script = this.#scripts.get(path)
    if (script !== undefined) return script.text
    try {
      const file = join(this.#project.cwd, path)
      return decodeText(readFileWithinSync('module', file)).text
    } catch {
      // Without the text the finding has no code frame, but still its position.
      return undefined
    }
  }
}

const pathFromCwd = (path: string, { root, cwd }: Folders): string =>
  relative(cwd, join(root, path)).replaceAll('\\', '/')
