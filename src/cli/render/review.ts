/** `topo script review`: Markdown with the findings, and a folder of pictures on request. */
import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { ExitCode } from '../../errors.ts'
import { type CheckedScript, checkScripts } from '../../project/check/check.ts'
import type { DiagramReview } from '../../project/review/diagram-review.ts'
import { addDraft, assertDraftsName } from '../../project/review/drafts.ts'
import { fitMarkdown } from '../../project/review/fit-markdown.ts'
import { reviewsSince } from '../../project/review/review.ts'
import { assertEmptyFolder, ReviewFolder } from '../../project/review/review-folder.ts'
import { reviewHeadline, reviewMarkdown } from '../../project/review/review-markdown.ts'
import { loadProject } from '../../project/select/selection.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { messageOf } from '../../validator/index.ts'
import { argument } from '../command/arguments.ts'
import type { ContextOf } from '../command/define.ts'
import type { CommandResult } from '../command/result.ts'
import { redact } from '../io/terminal.ts'
import { showFindings } from '../validate/findings.ts'
import { noteStyle } from './note-style.ts'

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
  force: boolean({ dependsOn: ['output'], summary: 'Write even if the folder is not empty.' }),
}

export async function reviewResult({
  args,
  flags,
  terminal,
  environment,
  openProject,
  openService,
  requireKnownWebUrl,
}: ContextOf<typeof reviewFlags, typeof reviewArguments>): Promise<CommandResult> {
  const { output, force, drafts, 'gitlab-note': wantsNote } = flags
  if (drafts !== undefined) {
    assertDraftsName(drafts)
    await requireKnownWebUrl()
  }
  const host = drafts === undefined ? undefined : { name: drafts, ...(await openService()) }
  const project = await openProject()
  const target = output === undefined ? undefined : resolve(output)
  if (target !== undefined && !force) await assertEmptyFolder(target, forTerminal(output ?? ''))
  const folder = target === undefined ? undefined : new ReviewFolder(target, project.config.style)
  if (folder) noteStyle(project.config.style, terminal)
  // A branch may delete the last script.
  const scripts = await loadProject(project, { paths: [], allowEmpty: true })
  const note = wantsNote ? await import('./gitlab-note.ts') : undefined
  const writeNote = await note?.gitlabNote(environment, (text) => terminal.note(text))
  const checked = new Map<string, CheckedScript>()
  const check = async (given: readonly (typeof scripts)[number][]) => {
    const done = await checkScripts(given)
    for (const one of done) checked.set(one.script.path, one)
    return done
  }
  const items: DiagramReview[] = []
  const refused: CheckedScript[] = []
  let exitCode: ExitCode = ExitCode.ok
  for await (const reviewed of reviewsSince(args.base, scripts, project, check)) {
    const { review } = reviewed
    for (const finding of reviewed.findings) {
      const { severity, path, line, column, rule } = finding
      review.notes.push(`${severity} ${path}:${line}:${column} ${messageOf(finding)} [${rule}]`)
    }
    const found = checked.get(review.path)
    if (review.errorCount > 0) exitCode = ExitCode.refused
    if (review.errorCount > 0 && found) refused.push(found)
    const failed = host && (await addDraft(reviewed, host))
    if (failed !== undefined && !terminal.out.isTerminal)
      terminal.err.line(forTerminal(`${review.path}: ${review.notes.at(-1)}`))
    exitCode ||= failed ?? ExitCode.ok
    items.push((await folder?.add(reviewed)) ?? review)
  }
  await folder?.finish()
  // The text goes to a file or a summary, and the log of a failed job says why.
  if (!terminal.out.isTerminal) showFindings(terminal, refused, project)
  const words = (longest?: number) =>
    forTerminalLines(markdownOf(items, scripts.length, output, longest))
  const failure = await writeNote?.(words(note?.LONGEST))
  if (failure !== undefined) terminal.err.line(forTerminal(failure))
  return {
    data: { items, totalCount: items.length, folder: output ?? null },
    text: () => words() || 'No diagram changed.',
    exitCode,
    ...(output !== undefined && { nextStep: `open ${forTerminal(output)}/index.html` }),
  }
}

/** The same as the Action shows; empty if no diagram changed. */
function markdownOf(
  items: readonly DiagramReview[],
  scripts: number,
  output: string | undefined,
  longest = Number.MAX_SAFE_INTEGER,
): string {
  if (items.length === 0) return ''
  const unchanged = scripts - items.filter(({ change }) => change !== 'removed').length
  const linkTo = (file: string) => encodeURI(`${output}/${file}`)
  const parts = [`## ${reviewHeadline(items, unchanged)}`, ...reviewMarkdown(items, linkTo)]
  return fitMarkdown(parts, { longest, clean: redact })
}
