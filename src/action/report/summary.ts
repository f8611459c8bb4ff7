/** Renders the result of a step as Markdown, for the job summary and the comment; escapes all markup of others. */
import { redact } from '../../cli/io/terminal.ts'
import { code } from '../../diff/index.ts'
import type { ValidationResult } from '../../reporters/index.ts'
import { fitMarkdown, type Lines } from '../../review/fit-markdown.ts'
import {
  findingsOf,
  reviewDetails,
  reviewHeadline,
  reviewMarkdown,
  row,
  staleTable,
} from '../../review/review-markdown.ts'
import { counted, countedEach, joined } from '../../text/words.ts'
import { type Finding, messageOf, staleBlock, stalePicture } from '../../validator/index.ts'
import type { ActionCommand } from '../step/inputs.ts'
import { isChange, isFailure, type ScriptResult, type StepResult } from '../step/result.ts'

/** In bytes. GitHub accepts 1 MiB per step, but a browser opens it slowly. */
const LONGEST_SUMMARY = 195_000
/** In bytes; GitHub accepts 65,536 characters. */
const LONGEST_COMMENT = 65_000
/** Longer lists are cut, and the rest is counted. */
const MOST_ROWS = 200
const MOST_FINDINGS = 50
/** Artifact of the written workflows. */
const ARTIFACT = 'diagrams-review'

interface SummaryPlace {
  /** URL of the run. */
  readonly page: string | undefined
  readonly where?: 'summary' | 'comment'
}

/** Result of a step for a person. A review begins with what changed. */
export function summaryOf(
  command: ActionCommand,
  result: StepResult,
  findings: ValidationResult,
  { page, where = 'summary' }: SummaryPlace,
): string {
  const { changes, unchanged, error } = result
  const { stale, others } = bySubject(findings)
  const more = [...artifact(result, page), ...costsOf(result), ...findingsList(others)]
  const warnings = {
    lines: result.warnings.map((warning) => ({ text: `${alert('WARNING', warning)}\n` })),
    share: 0.2,
  }
  const isReview = unchanged !== undefined && error === undefined
  const parts = [
    isReview
      ? `## ${[reviewHeadline(changes, unchanged), findingsOf(findings)].filter(Boolean).join(', ')}`
      : `## topo ${command}: ${headline(command, result, findings)}`,
    ...(error ? [alert('CAUTION', `${error.message} [${error.code}]`, error.hint)] : []),
    ...(isReview
      ? reviewMarkdown(changes, () => page && artifactsOf(page), [stale, warnings, ...more])
      : [warnings, stale, scriptsTable(result.scripts), ...more, reviewDetails(changes)]),
  ]
  // The runner masks secrets only in its log.
  return fitMarkdown(parts, {
    longest: where === 'summary' ? LONGEST_SUMMARY : LONGEST_COMMENT,
    clean: redact,
  })
}

/** True if a comment is not needed. */
export const nothingToReport = (
  { scripts, changes, error, warnings }: StepResult,
  findings: ValidationResult,
): boolean =>
  error === undefined &&
  warnings.length === 0 &&
  changes.length === 0 &&
  !scripts.some((script) => isChange(script) || isFailure(script)) &&
  findings.files.every((file) => file.findings.length === 0)

function headline(command: ActionCommand, result: StepResult, findings: ValidationResult): string {
  const { scripts, error } = result
  const statuses = countedEach(scripts.map(({ status }) => status))
  const counts = joined(', ', error && 'stopped', statuses, findingsOf(findings))
  if (counts !== '') return counts
  return result.headline ?? (command === 'comment' ? 'done' : 'no scripts')
}

function scriptsTable(scripts: readonly ScriptResult[]): Lines {
  // Unchanged scripts get no row, unless nothing changed.
  const changed = scripts.filter(({ status }) => status !== 'unchanged' && status !== 'valid')
  const lines = (changed.length > 0 ? changed : scripts).map(
    ({ path, slug, url, status, reason }) => ({
      text: row([
        path === null ? '' : code(path),
        url === null ? code(slug) : link(slug, url),
        code(status),
        reason === '' ? '' : code(reason),
      ]),
      name: path ?? slug,
    }),
  )
  const head = '| file | diagram | status | why |\n| --- | --- | --- | --- |\n'
  return { head, lines, share: 0.6, names: 0.7, most: MOST_ROWS }
}

/** Links only http(s) URLs, escaped so that they cannot end the link. */
function link(text: string, url: string): string {
  if (!/^https?:\/\//i.test(url)) return code(text)
  return `[${code(text)}](<${encodeURI(decodeSafely(url)).replace(/[<>|`\\]/g, encodeURIComponent)}>)`
}

function decodeSafely(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** URL of a run on GitHub. */
export const pageOfRun = (
  { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID }: NodeJS.ProcessEnv,
  id: number | string | undefined = GITHUB_RUN_ID,
): string | undefined =>
  server && repository && id !== undefined
    ? `${server}/${repository}/actions/runs/${id}`
    : undefined

const artifactsOf = (page: string): string => `${page}#artifacts`

/** GitHub only shows public pictures, so the summary says how to open those of the artifact. */
function artifact({ changes }: StepResult, page: string | undefined): string[] {
  if (!changes.some(({ pictures }) => Object.keys(pictures).length > 0)) return []
  const run = page === undefined ? 'this run' : `[this run](<${artifactsOf(page)}>)`
  return [
    `The pictures before and after are in the artifact ${code(ARTIFACT)} of ${run}. Download it, unpack it and open its \`index.html\`.`,
  ]
}

function costsOf(result: StepResult): string[] {
  const costs = (result.costs ?? []).filter(({ needed }) => needed > 0)
  if (costs.length === 0) return []
  const amounts = costs.map(({ key, needed, left }) => {
    const rest = left === undefined ? '' : ` (${left} left)`
    return `${needed} of ${code(key)}${rest}`
  })
  return [`A push needs ${amounts.join(' and ')}.`]
}

/** Separates stale blocks and pictures from findings in scripts. */
function bySubject({ files }: ValidationResult) {
  const all = files.flatMap(({ path, findings }) =>
    findings.map((finding) => ({ path, ...finding })),
  )
  const isOfDocument = ({ rule }: Finding) => rule === staleBlock.id || rule === stalePicture.id
  return {
    stale: staleTable(all.filter(isOfDocument)),
    others: all.filter((finding) => !isOfDocument(finding)),
  }
}

function findingsList(all: readonly (Finding & { readonly path: string })[]): Lines[] {
  if (all.length === 0) return []
  const order = ['error', 'warning', 'hint']
  const rank = (severity: string) => order.indexOf(severity)
  const sorted = all.toSorted((a, b) => rank(a.severity) - rank(b.severity))
  const lines = sorted.map((finding) => {
    const { path, severity, line, column, rule } = finding
    const place = code(`${path}:${line}:${column}`)
    const message = code(messageOf(finding))
    return { text: `- **${severity}** ${place} ${message} ${code(rule)}\n` }
  })
  const head = `<details><summary>${counted(all.length, 'finding')}</summary>\n\n`
  return [{ head, lines, tail: '\n</details>', share: 0.3, most: MOST_FINDINGS }]
}

/** Escapes the lines, which may contain names of files and scripts. */
const alert = (kind: 'CAUTION' | 'WARNING', ...lines: (string | undefined)[]): string =>
  `> [!${kind}]\n${lines
    .filter((line) => line !== undefined)
    .map((line) => `> ${code(line)}\n`)
    .join('')}`
