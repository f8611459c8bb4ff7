/** What `topo script review` answers: Markdown, and a folder of pictures where one is wanted. */
import { resolve } from 'node:path'
import type { Project } from '../project/project.ts'
import { type DiagramReview, reviewsSince } from '../project/review.ts'
import { assertEmptyFolder, ReviewFolder } from '../project/review-folder.ts'
import { reviewMarkdown } from '../project/review-markdown.ts'
import { loadProject } from '../project/selection.ts'
import type { Answer } from './command.ts'
import { plain, plainLines } from './plain.ts'

/** What `--fields` of a review may name. */
export const reviewFields = [
  'path',
  'change',
  'words',
  'notes',
  'mermaid',
  'patch',
  'pictures',
] satisfies (keyof DiagramReview)[]

export async function reviewAnswer(
  project: Project,
  base: string,
  { output, force }: { output: string | undefined; force: boolean },
): Promise<Answer> {
  const target = output === undefined ? undefined : resolve(output)
  if (target !== undefined && !force) await assertEmptyFolder(target, plain(output ?? ''))
  const folder = target === undefined ? undefined : new ReviewFolder(target)
  // A branch may remove the last script.
  const scripts = await loadProject(project, { paths: [], allowEmpty: true })
  const items: DiagramReview[] = []
  for await (const reviewed of reviewsSince(base, scripts, project))
    items.push((await folder?.add(reviewed)) ?? reviewed.review)
  await folder?.finish()
  return {
    data: { items, totalCount: items.length, folder: output ?? null },
    text: () => plainLines(items.map(reviewMarkdown).join('\n') || 'No diagram changed.'),
    ...(output !== undefined && { next: `open ${plain(output)}/index.html` }),
  }
}
