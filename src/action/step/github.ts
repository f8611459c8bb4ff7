/** Asks GitHub's API for what a step writes there: comments and issues. Touches only what the token's own account wrote. */
import { HTTPError, type KyInstance } from 'ky'
import { hostFailure, hostUrl, isLimited, openCodeHost } from '../../cli/service/code-host.ts'
import { type ProxyVariables, proxyFor } from '../../cli/service/proxy/proxy-variables.ts'
import type { Clock } from '../../clock.ts'
import type { Context } from './context.ts'

export const PAGE = 100
/** On longer lists the old text may not be found; a second one is created then. */
const MOST_PAGES = 20

export interface GitHubPlace {
  /** E.g. `https://api.github.com`. */
  api: string
  token: string
  /** `owner/name` */
  repository: string
  proxy: ProxyVariables
  clock: Clock
  /** Longest wait for a rate limit, in seconds. */
  maxWait: number | undefined
  /** Called before such a wait. */
  note: (text: string) => void
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
export function placeOf({
  inputs,
  env,
  environment,
  terminal,
}: Pick<Context, 'inputs' | 'env' | 'environment' | 'terminal'>): GitHubPlace | undefined {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository } = env
  const { githubToken: token, maxWait } = inputs
  if (token === undefined || !repository) return undefined
  const note = (text: string) => terminal.note(text)
  const { clock } = terminal
  return { api, token, repository, proxy: environment.proxy, clock, maxWait, note }
}

/** @throws usage error for a proxy that cannot be one, and for an address that is no URL. */
export function checkWay({ api, proxy }: GitHubPlace): void {
  proxyFor(hostUrl({ address: api, source: SOURCE }), proxy)
}

const SOURCE = 'GITHUB_API_URL'

/** The whole API. */
const openGitHub = ({ api, token, proxy, clock, maxWait, note }: GitHubPlace) =>
  openCodeHost({
    name: 'GitHub',
    address: api,
    source: SOURCE,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    proxy,
    clock,
    maxWait,
    note,
  })

/** The part of the API for the repository. */
export async function openRepository(place: GitHubPlace): Promise<KyInstance> {
  const path = `${place.api.replace(/\/+$/, '')}/repos/${place.repository}`
  return (await openGitHub(place)).extend({ prefixUrl: path })
}

/** The token's own texts in a list that begin with a marker, oldest first. */
export async function ownTexts(
  place: GitHubPlace,
  list: string,
  marker: string,
): Promise<Written[]> {
  const isOwn = await author(place)
  const github = await openRepository(place)
  const own: Written[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const texts = await github
      .get(list, { searchParams: { per_page: PAGE, page } })
      .json<Written[]>()
    // Anybody can write the marker, so texts of other accounts are skipped.
    own.push(
      ...texts.filter((text) => text.body?.startsWith(marker) && isOwn(text) && !text.pull_request),
    )
    if (texts.length < PAGE) break
  }
  return own.sort((a, b) => a.id - b.id)
}

/** A workflow token cannot read `/user`; its texts have the user type Bot. */
async function author(place: GitHubPlace): Promise<(text: Written) => boolean> {
  const github = await openGitHub(place)
  try {
    const { login } = await github.get('user').json<{ login?: string }>()
    return ({ user }) => user?.login === login
  } catch (error) {
    if (!(await mayNotReadItself(error, place.clock))) throw error
    return ({ user }) => user?.type === 'Bot'
  }
}

const mayNotReadItself = async (error: unknown, clock: Clock): Promise<boolean> =>
  error instanceof HTTPError &&
  [401, 403, 404].includes(error.response.status) &&
  !(await isLimited(error, clock))

const limitedToMembers = 'Choose a runner, or a token, that the organization admits.'

/**
 * Why a request failed, in GitHub's words.
 * @param right the permission of the job that the request needs
 */
export const reasonOf = (
  error: unknown,
  right: 'pull-requests' | 'issues',
  { clock }: Pick<GitHubPlace, 'clock'>,
): Promise<string> => {
  const missing = missingRight(right)
  return hostFailure(error, { name: 'GitHub', clock }, [
    [401, /./, 'Check the input `github-token`.'],
    [
      403,
      /not accessible by personal access token/i,
      `Give the token the permission ${right}: write.`,
    ],
    [403, /not accessible by/i, missing],
    [
      403,
      /\bSAML\b|\bSSO\b|single sign-on/i,
      'Authorize the token for the organization (single sign-on).',
    ],
    [403, /\bIP (address|allow)/i, limitedToMembers],
    [403, /\block(ed)?\b/i, 'Unlock the conversation, or leave out the input `comment`.'],
    [403, /\barchived\b/i, 'Nothing can be written there until the repository is unarchived.'],
    // GitHub says nothing of what a token may not see.
    [404, /^$/, missing],
  ])
}

const missingRight = (right: 'pull-requests' | 'issues') =>
  right === 'issues'
    ? 'Give the job `issues: write`.'
    : 'Give the job `pull-requests: write`; a pull request from a fork never gets this permission.'
