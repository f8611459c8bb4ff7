/** `topo script review`: Markdown with the findings, and a folder of pictures on request. */
import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import type { ContextOf } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { cacheFlag } from '../../../cli/command/flags/selection.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { showFindings, unixLines } from '../../../cli/findings/findings.ts'
import { exitCodeFor, thresholdFlags, whyFailed } from '../../../cli/findings/threshold.ts'
import { noteStyle } from '../../../cli/io/note-style.ts'
import { redact, type Terminal } from '../../../cli/io/terminal.ts'
import type { ExitCode } from '../../../errors.ts'
import { sumOf } from '../../../grouped.ts'
import { type CheckedScript, checkScripts } from '../../../project/check/check.ts'
import type { PlacedFinding } from '../../../project/check/suppressions.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { loadProject } from '../../../project/select/selection.ts'
import { branchChanges } from '../../../review/branch-changes.ts'
import type { DiagramReview, ReviewResult } from '../../../review/diagram-review.ts'
import { addDraft, assertDraftsName, type DraftsHost } from '../../../review/drafts.ts'
import { fitMarkdown } from '../../../review/fit-markdown.ts'
import { findStale } from '../../../review/refresh/find-stale.ts'
import { reviewsOf } from '../../../review/review.ts'
import { assertEmptyFolder, ReviewFolder } from '../../../review/review-folder.ts'
import { reviewHeadline, reviewMarkdown, staleTable } from '../../../review/review-markdown.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'
import { messageOf } from '../../../validator/index.ts'

export const reviewFields = [
  'path',
  'change',
  'was',
  'counts',
  'errorCount',
  'warningCount',
  'elsewhere',
  'words',
  'notes',
  'draft',
  'mermaid',
  'sequences',
  'patch',
  'pictures',
  'page',
] satisfies (keyof DiagramReview)[]

export const reviewArguments = { base: argument('Branch, tag or commit.') }

export const reviewFlags = {
  output: string({
    char: 'o',
    helpValue: 'FOLDER',
    summary: 'Write pictures and pages to this folder.',
  }),
  drafts: string({
    helpValue: 'NAME',
    summary: 'Also create private drafts NAME-<slug> on the service, with share URLs.',
    description:
      'Needs a key. Each new draft counts against the quota draftsPerDay. "topo script delete --drafts NAME" deletes them.',
  }),
  'gitlab-note': boolean({
    summary: 'In a job of GitLab, also keep the review as a note on the merge request.',
    description:
      'Needs an access token of the project in TOPO_GITLAB_TOKEN (role Reporter, scope api). The next review updates the note.',
  }),
  'fail-on': thresholdFlags['fail-on'],
  ...cacheFlag,
  force: boolean({ dependsOn: ['output'], summary: 'Write even if the folder is not empty.' }),
}

type ReviewContext = ContextOf<typeof reviewFlags, typeof reviewArguments>

export async function reviewResult(context: ReviewContext): Promise<CommandResult> {
  const { args, flags, terminal, environment, openProject } = context
  const { output } = flags
  const draftsHost = await openDraftsHost(context)
  const project = await openProject()
  const folder = await openFolder(context, project)
  // A branch may delete the last script.
  const scripts = await loadProject(project, { paths: [], allowEmpty: true })
  const note = flags['gitlab-note'] ? await import('./gitlab-note.ts') : undefined
  const writeNote = await note?.gitlabNote(environment, terminal)

  const run = new ReviewRun(terminal, { draftsHost, folder, failOn: flags['fail-on'] })
  const check = (changed: readonly LocalScript[]) => run.check(changed)
  const changes = await branchChanges(args.base, scripts, project)
  for await (const reviewed of reviewsOf(changes, scripts, check)) await run.add(reviewed)
  const stale = await findStale({ changes, scripts, project, isWhole: true })
  await folder?.finish(stale)

  // The text goes to a file or a summary, and the log of a failed job says why.
  if (!terminal.out.isTerminal) logFindings(run.refused, stale, project, terminal)
  const { items } = run
  const writeText = (longest?: number) =>
    forTerminalLines(markdownOf({ items, stale }, scripts.length, output, longest))
  const failure = await writeNote?.(writeText(note?.LONGEST))
  if (failure !== undefined) terminal.err.line(forTerminal(failure))
  return {
    data: { items, totalCount: items.length, folder: output ?? null, stale: stale.map(shown) },
    text: () => writeText() || 'No diagram changed.',
    exitCode: run.exitCode(stale),
    whyFailed: run.whyFailed(stale),
    ...(output !== undefined && { nextStep: `open ${forTerminal(output)}/index.html` }),
  }
}

const shown = ({ path, line, rule, severity, message, fix }: PlacedFinding) => ({
  path,
  line,
  rule,
  severity,
  message,
  fix,
})

function logFindings(
  refused: readonly CheckedScript[],
  stale: readonly PlacedFinding[],
  project: Project,
  terminal: Terminal,
): void {
  showFindings(terminal, refused, project)
  if (stale.length > 0 && !terminal.json) terminal.err.line(unixLines(stale, project))
}

/** Where drafts are created; undefined without `--drafts`. */
async function openDraftsHost(context: ReviewContext): Promise<DraftsHost | undefined> {
  const { drafts } = context.flags
  if (drafts === undefined) return undefined
  assertDraftsName(drafts)
  await context.requireKnownWebUrl()
  return { name: drafts, ...(await context.openService()) }
}

async function openFolder(
  { flags, terminal }: ReviewContext,
  { config }: Project,
): Promise<ReviewFolder | undefined> {
  const { output, force } = flags
  if (output === undefined) return undefined
  const target = resolve(output)
  if (!force) await assertEmptyFolder(target, forTerminal(output))
  noteStyle(config.style, terminal)
  return new ReviewFolder(target, config.style)
}

interface ReviewOptions {
  /** The lowest severity that makes the review fail. */
  readonly failOn: string
  readonly draftsHost: DraftsHost | undefined
  readonly folder: ReviewFolder | undefined
}

/** Collects the reviews of the changed diagrams, and what they mean for the exit code. */
class ReviewRun {
  readonly items: DiagramReview[] = []
  /** Scripts that make it fail. */
  readonly refused: CheckedScript[] = []
  readonly #terminal: Terminal
  readonly #options: ReviewOptions
  readonly #checkedByPath = new Map<string, CheckedScript>()
  #draftFailure: ExitCode | undefined

  constructor(terminal: Terminal, options: ReviewOptions) {
    this.#terminal = terminal
    this.#options = options
  }

  exitCode(stale: readonly PlacedFinding[]): ExitCode {
    return this.#codeFor(this.#countsWith(stale)) || this.#draftFailure || 0
  }

  /** Undefined if no finding makes it fail. */
  whyFailed(stale: readonly PlacedFinding[]): string | undefined {
    const counts = this.#countsWith(stale)
    return this.#codeFor(counts) === 0 ? undefined : whyFailed(counts, this.#threshold)
  }

  #countsWith(stale: readonly PlacedFinding[]): Parameters<typeof exitCodeFor>[0] {
    const count = (wanted: string) => stale.filter(({ severity }) => severity === wanted).length
    return {
      errorCount: sumOf(this.items, ({ errorCount }) => errorCount) + count('error'),
      warningCount: sumOf(this.items, ({ warningCount }) => warningCount) + count('warning'),
    }
  }

  get #threshold() {
    return { 'fail-on': this.#options.failOn }
  }

  #codeFor(counts: Parameters<typeof exitCodeFor>[0]): ExitCode {
    return exitCodeFor(counts, this.#threshold)
  }

  async check(scripts: readonly LocalScript[]): Promise<CheckedScript[]> {
    const checked = await checkScripts(scripts)
    for (const result of checked) this.#checkedByPath.set(result.script.path, result)
    return checked
  }

  async add(reviewed: ReviewResult): Promise<void> {
    const { review } = reviewed
    for (const finding of reviewed.findings) review.notes.push(noteOf(finding))
    const checked = this.#checkedByPath.get(review.path)
    if (checked && this.#codeFor(review) !== 0) this.refused.push(checked)
    await this.#addDraft(reviewed)
    this.items.push((await this.#options.folder?.add(reviewed)) ?? review)
  }

  async #addDraft(reviewed: ReviewResult): Promise<void> {
    const { draftsHost } = this.#options
    const failure = draftsHost && (await addDraft(reviewed, draftsHost))
    if (failure === undefined) return
    this.#draftFailure ??= failure
    if (this.#terminal.out.isTerminal) return
    const { path, notes } = reviewed.review
    this.#terminal.err.line(forTerminal(`${path}: ${notes.at(-1)}`))
  }
}

function noteOf(finding: CheckedScript['findings'][number]): string {
  const { severity, path, line, column, rule } = finding
  return `${severity} ${path}:${line}:${column} ${messageOf(finding)} [${rule}]`
}

interface Reviewed {
  readonly items: readonly DiagramReview[]
  readonly stale: readonly PlacedFinding[]
}

/** The same as the Action shows; empty if no diagram changed, and nothing is stale. */
function markdownOf(
  { items, stale }: Reviewed,
  scripts: number,
  output: string | undefined,
  longest = Number.MAX_SAFE_INTEGER,
): string {
  if (items.length === 0 && stale.length === 0) return ''
  const unchanged = scripts - items.filter(({ change }) => change !== 'removed').length
  const linkTo = (file: string) => encodeURI(`${output}/${file}`)
  const parts = [
    `## ${reviewHeadline(items, unchanged)}`,
    ...reviewMarkdown(items, linkTo, [staleTable(stale)]),
  ]
  return fitMarkdown(parts, { longest, clean: redact })
}
