/**
 * Creates, updates or deletes one comment on the pull request; a hidden marker identifies it. Only touches comments
 * of the token's own account.
 */
import ky, { HTTPError, type KyInstance } from 'ky'
import { readBody } from '../api/fetch-attempt.ts'
import { ExitCode, KnownError } from '../errors.ts'
import { systemReason } from '../text/system-reason.ts'
import type { PullRequestRun } from './event.ts'

const PAGE = 100
/** On longer pull requests the old comment may not be found; a second one is created then. */
const MOST_PAGES = 20

export interface CommentPlace {
  /** E.g. `https://api.github.com`. */
  api: string
  token: string
  /** `owner/name` */
  repository: string
  pullRequest: number
  /** Keeps the comments of several steps apart. */
  name: string
}

interface Comment {
  id: number
  body?: string
  user?: { login?: string; type?: string } | null
}

/**
 * @param markdown empty to delete the comment
 * @returns the error, as a sentence; undefined on success
 */
export async function updateComment(place: CommentPlace, markdown: string): Promise<string | undefined> {
  const marker = `<!-- topo:${place.name} -->`
  const body = markdown === '' ? '' : `${marker}\n${markdown}`
  const github = client(place)
  try {
    const [oldest, ...others] = await ownComments(github, place, marker)
    for (const { id } of body === '' && oldest ? [oldest, ...others] : others) {
      await github.delete(`issues/comments/${id}`)
    }
    if (body === '') return undefined
    if (oldest === undefined) {
      await github.post(`issues/${place.pullRequest}/comments`, { json: { body } })
    } else if (oldest.body !== body) await github.patch(`issues/comments/${oldest.id}`, { json: { body } })
    return undefined
  } catch (error) {
    return `Cannot comment on the pull request: ${reasonOf(error)}`
  }
}

/**
 * Finds the open pull request whose head is the commit of a run.
 * @returns undefined if none or several match
 * @throws KnownError `TOPO_COMMENT` if GitHub does not answer.
 */
export async function findPullRequest(
  place: Omit<CommentPlace, 'pullRequest'>,
  { headOwner, headBranch, headCommit }: PullRequestRun,
): Promise<number | undefined> {
  const searchParams = { state: 'open', head: `${headOwner}:${headBranch}`, per_page: PAGE }
  try {
    const pulls = await client(place).get('pulls', { searchParams }).json<Pull[]>()
    const ending = pulls.filter(({ head }) => head?.sha === headCommit)
    return ending.length === 1 ? ending[0]?.number : undefined
  } catch (error) {
    throw new KnownError(`Cannot find the pull request: ${reasonOf(error)}`, {
      code: 'TOPO_COMMENT',
      exitCode: ExitCode.refused,
    })
  }
}

interface Pull {
  number: number
  head?: { sha?: string }
}

function client({ api, token, repository }: Omit<CommentPlace, 'pullRequest'>): KyInstance {
  return ky.create({
    fetch: boundedFetch,
    prefixUrl: `${withoutSlash(api)}/repos/${repository}`,
    headers: headers(token),
    timeout: 20_000,
    retry: { limit: 2, methods: ['get', 'patch', 'delete'], maxRetryAfter: 10_000, backoffLimit: 3_000 },
  })
}

/** Applies the size limits of service responses to GitHub too. */
const boundedFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  return readBody(await fetch(request), { method: request.method, url: new URL(request.url) })
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
const headers = (token: string) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
})

/** Sorted, oldest first. */
async function ownComments(github: KyInstance, place: CommentPlace, marker: string): Promise<Comment[]> {
  const isOwn = await author(place)
  const own: Comment[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await github
      .get(`issues/${place.pullRequest}/comments`, { searchParams: { per_page: PAGE, page } })
      .json<Comment[]>()
    // Anybody can write the marker, so comments of other accounts are skipped.
    own.push(...comments.filter((comment) => comment.body?.startsWith(marker) && isOwn(comment)))
    if (comments.length < PAGE) break
  }
  return own.sort((a, b) => a.id - b.id)
}

/** A workflow token cannot read `/user`; its comments have the user type Bot. */
async function author({ api, token }: CommentPlace): Promise<(comment: Comment) => boolean> {
  const answer = await ky.get(`${withoutSlash(api)}/user`, {
    fetch: boundedFetch,
    headers: headers(token),
    timeout: 20_000,
    throwHttpErrors: false,
  })
  if (!answer.ok) return ({ user }) => user?.type === 'Bot'
  const { login } = await answer.json<{ login?: string }>()
  return ({ user }) => user?.login === login
}

function reasonOf(error: unknown): string {
  if (!(error instanceof HTTPError)) return `GitHub did not answer: ${systemReason(error)}.`
  const { status } = error.response
  if (status === 403 || status === 404) {
    return `the token may not write comments (${status}). Give the job \`pull-requests: write\`; a pull request from a fork never gets this permission.`
  }
  return `GitHub answered ${status}.`
}
