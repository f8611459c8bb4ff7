/** `topo script review`: Markdown with the findings, and a folder of pictures on request. */
import { resolve } from 'node:path'
import { ExitCode } from '../../errors.ts'
import { checkScripts } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { addDraft, type DraftsHost } from '../../project/review/drafts.ts'
import { fitMarkdown } from '../../project/review/fit-markdown.ts'
import { type DiagramReview, reviewsSince } from '../../project/review/review.ts'
import { assertEmptyFolder, ReviewFolder } from '../../project/review/review-folder.ts'
import { reviewHeadline, reviewMarkdown } from '../../project/review/review-markdown.ts'
import { loadProject } from '../../project/select/selection.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { messageOf } from '../../validator/index.ts'
import type { CommandResult } from '../command/result.ts'

/** Names that `--fields` accepts. */
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

export async function reviewResult(
  project: Project,
  base: string,
  { output, force }: { output: string | undefined; force: boolean },
  host: DraftsHost | undefined,
): Promise<CommandResult> {
  const target = output === undefined ? undefined : resolve(output)
  if (target !== undefined && !force) await assertEmptyFolder(target, forTerminal(output ?? ''))
  const folder = target === undefined ? undefined : new ReviewFolder(target)
  // A branch may delete the last script.
  const scripts = await loadProject(project, { paths: [], allowEmpty: true })
  const items: DiagramReview[] = []
  let exitCode: ExitCode = ExitCode.ok
  for await (const reviewed of reviewsSince(base, scripts, project, checkScripts)) {
    const { review } = reviewed
    for (const finding of reviewed.findings) {
      const { severity, path, line, column, rule } = finding
      review.notes.push(`${severity} ${path}:${line}:${column} ${messageOf(finding)} [${rule}]`)
    }
    if (review.errorCount > 0) exitCode = ExitCode.refused
    const refused = host && (await addDraft(reviewed, host))
    exitCode ||= refused ?? ExitCode.ok
    items.push((await folder?.add(reviewed)) ?? review)
  }
  await folder?.finish()
  return {
    data: { items, totalCount: items.length, folder: output ?? null },
    text: () => forTerminalLines(markdownOf(items, scripts.length, output)),
    exitCode,
    ...(output !== undefined && { nextStep: `open ${forTerminal(output)}/index.html` }),
  }
}

/** The same as the Action shows, without a limit. */
function markdownOf(items: readonly DiagramReview[], scripts: number, output: string | undefined): string {
  if (items.length === 0) return 'No diagram changed.'
  const unchanged = scripts - items.filter(({ change }) => change !== 'removed').length
  const linkTo = (file: string) => encodeURI(`${output}/${file}`)
  const parts = [`## ${reviewHeadline(items, unchanged)}`, ...reviewMarkdown(items, linkTo)]
  return fitMarkdown(parts, { longest: Number.MAX_SAFE_INTEGER })
}
