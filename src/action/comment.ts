/**
 * One comment on the pull request, found again by a marker that is not shown: put in place, kept as it is, or taken
 * away when nothing is left to say. Only comments of the token's own account are touched.
 */
import ky, { HTTPError, type KyInstance } from 'ky'
import { readBody } from '../api/attempt.ts'
import { ExitCode, KnownError } from '../errors.ts'
import type { PullRequestRun } from './event.ts'

/** In characters. */
export const LONGEST_COMMENT = 65_000
const PAGE = 100
/** A pull request with more than so many comments gets another one of ours. */
const MOST_PAGES = 20

export interface CommentPlace {
  /** Such as `https://api.github.com`. */
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
 * @param markdown empty where there is nothing to say
 * @returns why it could not be done, as a sentence; undefined when all is well
 */
export async function keepComment(place: CommentPlace, markdown: string): Promise<string | undefined> {
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
    return `The comment on the pull request was not written: ${whyNot(error)}`
  }
}

/**
 * Finds the open pull request whose head is the commit of a run.
 * @returns undefined if there is none, or more than one
 * @throws KnownError `TOPO_COMMENT` where GitHub does not say.
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
    throw new KnownError(`The pull request was not found: ${whyNot(error)}`, {
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

/** An answer of GitHub has the limits of any other. */
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

/** The oldest first. */
async function ownComments(github: KyInstance, place: CommentPlace, marker: string): Promise<Comment[]> {
  const isOwn = await author(place)
  const own: Comment[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await github
      .get(`issues/${place.pullRequest}/comments`, { searchParams: { per_page: PAGE, page } })
      .json<Comment[]>()
    // Anybody may write the marker; what people have written is theirs, and says nothing in our name.
    own.push(...comments.filter((comment) => comment.body?.startsWith(marker) && isOwn(comment)))
    if (comments.length < PAGE) break
  }
  return own.sort((a, b) => a.id - b.id)
}

/** A workflow's own token may not ask who it is; it writes as a bot. */
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

function whyNot(error: unknown): string {
  if (!(error instanceof HTTPError)) return `GitHub did not answer (${(error as Error).message}).`
  const { status } = error.response
  if (status === 403 || status === 404) {
    return `the token may not write it (${status}). Give the job \`pull-requests: write\`; a pull request from a fork never has it.`
  }
  return `GitHub answered ${status}.`
}
