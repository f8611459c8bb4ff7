/** Asks GitHub's API for what a step writes there: comments and issues. Touches only what the token's own account wrote. */
import ky, { HTTPError, type KyInstance } from 'ky'
import { boundedFetch } from '../api/fetch-attempt.ts'
import { systemReason } from '../text/system-reason.ts'

export const PAGE = 100
/** On longer lists the old text may not be found; a second one is created then. */
const MOST_PAGES = 20

export interface GitHubPlace {
  /** E.g. `https://api.github.com`. */
  api: string
  token: string
  /** `owner/name` */
  repository: string
}

/** A comment or an issue. */
export interface Written {
  id: number
  /** Issues only. */
  number?: number
  body?: string | null
  user?: { login?: string; type?: string } | null
  /** Set if the issue is a pull request. */
  pull_request?: unknown
}

/** Undefined if the step has no token, or no repository. */
export function placeOf(token: string | undefined, env: NodeJS.ProcessEnv): GitHubPlace | undefined {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository } = env
  return token === undefined || !repository ? undefined : { api, token, repository }
}

export function client({ api, token, repository }: GitHubPlace): KyInstance {
  return ky.create({
    fetch: boundedFetch,
    prefixUrl: `${withoutSlash(api)}/repos/${repository}`,
    headers: headers(token),
    timeout: 20_000,
    retry: { limit: 2, methods: ['get', 'patch', 'delete'], maxRetryAfter: 10_000, backoffLimit: 3_000 },
  })
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '')
const headers = (token: string) => ({
  authorization: `Bearer ${token}`,
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
})

/** The token's own texts in a list that begin with a marker, oldest first. */
export async function ownTexts(place: GitHubPlace, list: string, marker: string): Promise<Written[]> {
  const isOwn = await author(place)
  const github = client(place)
  const own: Written[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const texts = await github.get(list, { searchParams: { per_page: PAGE, page } }).json<Written[]>()
    // Anybody can write the marker, so texts of other accounts are skipped.
    own.push(...texts.filter((text) => text.body?.startsWith(marker) && isOwn(text) && !text.pull_request))
    if (texts.length < PAGE) break
  }
  return own.sort((a, b) => a.id - b.id)
}

/** A workflow token cannot read `/user`; its texts have the user type Bot. */
async function author({ api, token }: GitHubPlace): Promise<(text: Written) => boolean> {
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

/** @param missing the right that GitHub asks for, as a clause and a sentence */
export function reasonOf(error: unknown, missing: string): string {
  if (!(error instanceof HTTPError)) return `GitHub did not answer: ${systemReason(error)}.`
  const { status } = error.response
  if (status === 403 || status === 404) return `the token may not (${status}). ${missing}`
  if (status === 410) return 'issues are switched off in this repository.'
  return `GitHub answered ${status}.`
}
