/** Creates, updates or deletes one comment on the pull request; a hidden marker identifies it. */
import { refusedError } from '../../errors.ts'
import type { PullRequestRun } from '../step/event.ts'
import { type GitHubPlace, openRepository, ownTexts, PAGE, reasonOf } from '../step/github.ts'

export interface CommentPlace extends GitHubPlace {
  pullRequest: number
  /** Keeps the comments of several steps apart. */
  name: string
}

/**
 * @param markdown empty to delete the comment
 * @returns the error, as a sentence; undefined on success
 */
export async function updateComment(
  place: CommentPlace,
  markdown: string,
): Promise<string | undefined> {
  const marker = `<!-- topo:${place.name} -->`
  const body = markdown === '' ? '' : `${marker}\n${markdown}`
  const list = `issues/${place.pullRequest}/comments`
  try {
    const github = await openRepository(place)
    const [oldest, ...others] = await ownTexts(place, list, marker)
    for (const { id } of body === '' && oldest ? [oldest, ...others] : others) {
      await github.delete(`issues/comments/${id}`)
    }
    if (body === '') return undefined
    if (oldest === undefined) await github.post(list, { json: { body } })
    else if (oldest.body !== body)
      await github.patch(`issues/comments/${oldest.id}`, { json: { body } })
    return undefined
  } catch (error) {
    return `Cannot comment on the pull request: ${await reasonOf(error, 'pull-requests', place)}`
  }
}

/**
 * Finds the open pull request whose head is the commit of a run.
 * @returns undefined if none or several match
 * @throws KnownError `TOPO_COMMENT` if GitHub does not answer.
 */
export async function findPullRequest(
  place: GitHubPlace,
  { headOwner, headBranch, headCommit }: PullRequestRun,
): Promise<number | undefined> {
  const searchParams = { state: 'open', head: `${headOwner}:${headBranch}`, per_page: PAGE }
  try {
    const github = await openRepository(place)
    const pulls = await github.get('pulls', { searchParams }).json<Pull[]>()
    const ending = pulls.filter(({ head }) => head?.sha === headCommit)
    return ending.length === 1 ? ending[0]?.number : undefined
  } catch (error) {
    throw refusedError(
      `Cannot find the pull request: ${await reasonOf(error, 'pull-requests', place)}`,
      {
        code: 'TOPO_COMMENT',
      },
    )
  }
}

interface Pull {
  number: number
  head?: { sha?: string }
}
