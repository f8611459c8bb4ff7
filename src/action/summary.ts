/** Renders the result of a step as Markdown, for the job summary and the comment; escapes all markup of others. */
import { redact } from '../cli/io/terminal.ts'
import { code } from '../diff/index.ts'
import { reviewMarkdown } from '../project/review/review-markdown.ts'
import type { ValidationResult } from '../reporters/index.ts'
import { messageOf } from '../validator/index.ts'
import type { ActionCommand } from './inputs.ts'
import { isChange, isFailure, type ScriptResult, type StepResult } from './result.ts'

/** GitHub accepts 1 MiB per step. */
export const LONGEST_SUMMARY = 1_000_000
/** Longer lists are cut, and the rest is counted. */
const MOST_ROWS = 200
const MOST_FINDINGS = 50

/** Independent blocks: a text that is too long is cut between two of them. */
export function summaryOf(
  command: ActionCommand,
  result: StepResult,
  findings: ValidationResult,
  page: string | undefined,
): string[] {
  return [
    `## topo ${command}: ${headline(result, findings) || (command === 'comment' ? 'done' : 'no scripts')}`,
    ...(result.error
      ? [alert('CAUTION', `${result.error.message} [${result.error.code}]`, result.error.hint)]
      : []),
    ...result.warnings.map((warning) => alert('WARNING', warning)),
    ...scriptsTable(result.scripts),
    ...artifact(result, page),
    ...costs(result),
    ...findingsList(findings),
    ...result.changes.map(reviewMarkdown),
  ]
}

/** Joins the blocks that fit, and counts the others. */
export function fitBlocks(parts: readonly string[], longest: number): string {
  // The runner masks secrets only in its log.
  const blocks = parts.map(redact)
  let text = ''
  for (const [index, block] of blocks.entries()) {
    const room = longest - Buffer.byteLength(text) - 100
    if (Buffer.byteLength(block) > room) {
      const left = blocks.length - index
      return `${text}… ${left === 1 ? 'One more part does' : `${left} more parts do`} not fit here.\n`
    }
    text += `${block.trimEnd()}\n\n`
  }
  return text
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

function headline({ scripts, error }: StepResult, { errorCount, warningCount }: ValidationResult): string {
  if (error) return 'stopped'
  const counts = new Map<string, number>()
  for (const { status } of scripts) counts.set(status, (counts.get(status) ?? 0) + 1)
  const parts = [...counts].map(([status, count]) => `${count} ${status}`)
  if (errorCount > 0) parts.push(plural(errorCount, 'error'))
  if (warningCount > 0) parts.push(plural(warningCount, 'warning'))
  return parts.join(', ')
}

function scriptsTable(scripts: readonly ScriptResult[]): string[] {
  if (scripts.length === 0) return []
  // Unchanged scripts get no row, unless nothing changed.
  const changed = scripts.filter(({ status }) => status !== 'unchanged' && status !== 'valid')
  const rows = (changed.length > 0 ? changed : scripts)
    .slice(0, MOST_ROWS)
    .map(({ path, slug, url, status, reason }) =>
      row([
        path === null ? '' : code(path),
        url === null ? code(slug) : link(slug, url),
        code(status),
        reason === '' ? '' : code(reason),
      ]),
    )
  const left = scripts.length - rows.length
  const rest = left > 0 ? `\n${plural(left, 'more script')}.\n` : ''
  return [`| file | diagram | status | why |\n| --- | --- | --- | --- |\n${rows.join('')}${rest}`]
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`

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
  server && repository && id !== undefined ? `${server}/${repository}/actions/runs/${id}` : undefined

/** GitHub only shows public pictures, so the summary links the artifact. */
function artifact({ changes }: StepResult, page: string | undefined): string[] {
  if (!changes.some(({ pictures }) => Object.keys(pictures).length > 0)) return []
  const run = page === undefined ? 'this run' : `[this run](<${page}#artifacts>)`
  return [`The pictures before and after are in the artifact of ${run}: open its \`index.html\`.`]
}

function costs({ costs = [] }: StepResult): string[] {
  const needed = costs.filter(({ needed }) => needed > 0)
  if (needed.length === 0) return []
  return [
    `A push needs ${needed.map(({ key, needed, left }) => `${needed} of ${code(key)}${left === undefined ? '' : ` (${left} left)`}`).join(' and ')}.`,
  ]
}

function findingsList({ files }: ValidationResult): string[] {
  const all = files.flatMap(({ path, findings }) => findings.map((finding) => ({ path, finding })))
  if (all.length === 0) return []
  const order = ['error', 'warning', 'hint']
  const lines = all
    .toSorted((a, b) => order.indexOf(a.finding.severity) - order.indexOf(b.finding.severity))
    .slice(0, MOST_FINDINGS)
    .map(({ path, finding }) => {
      const { severity, line, column, rule } = finding
      return `- **${severity}** ${code(`${path}:${line}:${column}`)} ${code(messageOf(finding))} ${code(rule)}\n`
    })
  const left = all.length - lines.length
  return [
    `<details><summary>${plural(all.length, 'finding')}</summary>\n\n${lines.join('')}${left > 0 ? `- … and ${left} more\n` : ''}\n</details>`,
  ]
}

/** Escapes the lines, which may contain names of files and scripts. */
const alert = (kind: 'CAUTION' | 'WARNING', ...lines: (string | undefined)[]): string =>
  `> [!${kind}]\n${lines
    .filter((line) => line !== undefined)
    .map((line) => `> ${code(line)}\n`)
    .join('')}`

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
