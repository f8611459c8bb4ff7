/** `topo script review`: Markdown with the findings, and a folder of pictures on request. */
import { resolve } from 'node:path'
import { ExitCode, KnownError } from '../../errors.ts'
import { checkScript, hasErrors } from '../../project/check/check.ts'
import type { Project } from '../../project/config/project.ts'
import { shareDraft } from '../../project/review/drafts.ts'
import { type DiagramReview, reviewsSince } from '../../project/review/review.ts'
import { assertEmptyFolder, ReviewFolder } from '../../project/review/review-folder.ts'
import { reviewMarkdown } from '../../project/review/review-markdown.ts'
import { loadProject } from '../../project/select/selection.ts'
import { forTerminal, forTerminalLines } from '../../text/for-terminal.ts'
import { messageOf } from '../../validator/index.ts'
import type { CommandResult } from '../command/result.ts'
import type { Service } from '../service/service.ts'

/** Names that `--fields` accepts. */
export const reviewFields = [
  'path',
  'change',
  'words',
  'notes',
  'draft',
  'mermaid',
  'sequences',
  'patch',
  'pictures',
  'page',
] satisfies (keyof DiagramReview)[]

const withoutPage =
  'It is on the service, but the address of its page is unknown. Set TOPO_WEB_URL, or "webUrl" in topo.config.json.'

export async function reviewResult(
  project: Project,
  base: string,
  { output, force }: { output: string | undefined; force: boolean },
  host: (Pick<Service, 'client' | 'baseUrl' | 'webUrl'> & { name: string }) | undefined,
): Promise<CommandResult> {
  const target = output === undefined ? undefined : resolve(output)
  if (target !== undefined && !force) await assertEmptyFolder(target, forTerminal(output ?? ''))
  const folder = target === undefined ? undefined : new ReviewFolder(target)
  // A branch may delete the last script.
  const scripts = await loadProject(project, { paths: [], allowEmpty: true })
  const byPath = new Map(scripts.map((script) => [script.path, script]))
  const items: DiagramReview[] = []
  let exitCode: ExitCode = ExitCode.ok
  for await (const reviewed of reviewsSince(base, scripts, project)) {
    const { review, content } = reviewed
    const script = byPath.get(review.path)
    const checked = script && (await checkScript(script))
    for (const finding of checked?.findings ?? []) {
      const { severity, path, line, column, rule } = finding
      review.notes.push(`${severity} ${path}:${line}:${column} ${messageOf(finding)} [${rule}]`)
    }
    if (checked && hasErrors(checked)) exitCode = ExitCode.refused
    if (host && content)
      try {
        const page = await shareDraft(content, host.name, host)
        if (page === undefined) review.notes.push(withoutPage)
        else review.draft = page
      } catch (error) {
        // The failure of one diagram does not stop the others.
        if (!(error instanceof KnownError)) throw error
        review.notes.push(`Not on the service: ${error.message}`)
        if (exitCode === ExitCode.ok) exitCode = error.exitCode
      }
    items.push((await folder?.add(reviewed)) ?? review)
  }
  await folder?.finish()
  return {
    data: { items, totalCount: items.length, folder: output ?? null },
    text: () => forTerminalLines(items.map(reviewMarkdown).join('\n') || 'No diagram changed.'),
    exitCode,
    ...(output !== undefined && { nextStep: `open ${forTerminal(output)}/index.html` }),
  }
}
