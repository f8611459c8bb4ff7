/**
 * Sends requests to GitHub and GitLab, for comments, notes and issues: through the proxy, with the size limits of all
 * answers. Waits for rate limits, and repeats refusals in the words of the host.
 */
import ky, { HTTPError, type KyInstance, TimeoutError } from 'ky'
import { isStatusPhrase } from '../../api/answers/error-code.ts'
import { parseErrorBody } from '../../api/answers/parse-error-body.ts'
import { boundedFetch } from '../../api/transport/fetch-attempt.ts'
import { failureReason } from '../../api/transport/network-errors.ts'
import { isRateLimited, limitedFor } from '../../api/transport/rate-limit.ts'
import { isTemporary } from '../../api/transport/reply.ts'
import type { Fetch } from '../../api/transport/request-attempt.ts'
import type { Clock } from '../../clock.ts'
import { KnownError, usageError } from '../../errors.ts'
import { forMessage } from '../../text/safe/for-message.ts'
import { systemReason } from '../../text/system-reason.ts'
import { proxyFetch } from './proxy/proxy-fetch.ts'
import type { ProxyVariables } from './proxy/proxy-variables.ts'

export interface CodeHost {
  readonly name: 'GitHub' | 'GitLab'
  /** Below it are the paths of all requests. */
  readonly address: string
  /** Where the address comes from. */
  readonly source: string
  readonly headers: Record<string, string>
  readonly proxy: ProxyVariables
  readonly clock: Clock
  /** `follow` if undefined. */
  readonly redirect?: 'error' | undefined
  /** Longest wait for a rate limit, in seconds; 60 if undefined. */
  readonly maxWait?: number | undefined
  /** Called before such a wait. */
  readonly note: (text: string) => void
}

const ATTEMPT_MS = 20_000
const RETRIES = 2
const FIRST_PAUSE_MS = 300
/** GitHub asks for a minute if it does not say how long. */
const UNKNOWN_WAIT = 60

/** @throws usage error for an address that is no URL, and for a proxy that cannot be one */
export async function openCodeHost(host: CodeHost): Promise<KyInstance> {
  const url = hostUrl(host)
  const waits = new LimitWaits(host)
  return ky.create({
    fetch: namingRequests(boundedFetch((await proxyFetch(url, host.proxy)) ?? globalThis.fetch)),
    prefixUrl: url.href.replace(/\/+$/, ''),
    headers: host.headers,
    redirect: host.redirect ?? 'follow',
    timeout: ATTEMPT_MS,
    // ky's own pause would not be one of the clock.
    hooks: { beforeRetry: [({ retryCount }) => waits.pause(retryCount)] },
    retry: {
      limit: RETRIES,
      methods: ['get', 'post', 'put', 'patch', 'delete'],
      shouldRetry: ({ error }) => waits.shouldRetry(error),
      delay: () => 0,
    },
  })
}

/** @throws usage error for an address that is no URL */
export function hostUrl({ address, source }: Pick<CodeHost, 'address' | 'source'>): URL {
  if (URL.canParse(address) && /^https?:/i.test(address)) return new URL(address)
  throw usageError(`${source} is not the address of an API.`, {
    hint: 'Unset it, or set it as the runner does.',
  })
}

/** A request without an answer. */
class Unanswered extends Error {
  readonly method: string
  readonly url: URL

  constructor({ method, url }: Request, cause: unknown) {
    super(`${method} ${url} got no answer`, { cause })
    this.method = method
    this.url = new URL(url)
  }
}

const namingRequests =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    try {
      return await fetch(request)
    } catch (error) {
      if (error instanceof KnownError || request.signal.aborted) throw error
      throw new Unanswered(request, error)
    }
  }

/** Decides whether a request is repeated, and when. */
class LimitWaits {
  readonly #longest: number
  readonly #name: string
  readonly #note: (text: string) => void
  readonly #clock: Clock
  /** Seconds, if the host refused the last attempt because of a rate limit. */
  #limited: number | undefined

  constructor({ name, maxWait, note, clock }: CodeHost) {
    this.#clock = clock
    this.#longest = maxWait ?? UNKNOWN_WAIT
    this.#name = name
    this.#note = note
  }

  async shouldRetry(error: unknown): Promise<boolean> {
    this.#limited = undefined
    // A second POST would create a second comment.
    if (error instanceof Unanswered) return error.method !== 'POST'
    if (!(error instanceof HTTPError)) return false
    const { status, isLimited, retryAfter } = await readRefusal(error.response, this.#clock.now())
    if (!isLimited) return isTemporary(status) && error.request.method !== 'POST'
    // A rate limit refuses before any change, so every method may be repeated.
    this.#limited = retryAfter ?? UNKNOWN_WAIT
    return this.#limited <= this.#longest
  }

  pause(attempt: number): Promise<void> {
    return this.#clock.wait(this.#milliseconds(attempt))
  }

  #milliseconds(attempt: number): number {
    if (this.#limited === undefined) return FIRST_PAUSE_MS * 2 ** (attempt - 1)
    this.#note(`${this.#name} limits requests, continuing in ${this.#limited} s`)
    return this.#limited * 1000
  }
}

interface Refusal {
  readonly status: number
  /** In the words of the host, on one line. */
  readonly message: string | undefined
  readonly isLimited: boolean
  /** Seconds. */
  readonly retryAfter: number | undefined
}

async function readRefusal(response: Response, receivedAt: number): Promise<Refusal> {
  const { status, headers } = response
  const body = parseErrorBody(await response.clone().text())
  // GitLab repeats the status in its words.
  const message = body.message?.replace(/^\d{3} /, '')
  const words = message ?? ''
  // The last request that a limit allows may be refused for another reason.
  const isLimited =
    abuse.test(words) ||
    (isRateLimited({ status, headers }, body, receivedAt) && !denied.test(words))
  return {
    status,
    message: message === undefined || isStatusPhrase(message) ? undefined : forMessage(message),
    isLimited,
    retryAfter: isLimited ? limitedFor(headers, receivedAt) : undefined,
  }
}

/** GitHub's older words for its secondary rate limit. */
const abuse = /\babuse detection\b/i

/** Words of refusals that waiting does not change. */
const denied = /\b(not accessible|SAML|single sign-on|allow list|locked|archived|must have)\b/i

export const isLimited = async (error: unknown, clock: Clock): Promise<boolean> =>
  error instanceof HTTPError && (await readRefusal(error.response, clock.now())).isLimited

/** What to do about a refusal, by its words; the first that fits. */
export type RefusalAdvice = readonly [status: number | undefined, words: RegExp, hint: string]

/** Why a request failed, as sentences. */
export async function hostFailure(
  error: unknown,
  { name, clock }: Pick<CodeHost, 'name' | 'clock'>,
  advice: readonly RefusalAdvice[],
): Promise<string> {
  if (error instanceof KnownError) return [error.message, error.hint].filter(Boolean).join(' ')
  if (!(error instanceof HTTPError)) return `${name} did not answer: ${unansweredReason(error)}.`
  const refusal = await readRefusal(error.response, clock.now())
  const { status, message } = refusal
  const said = `${name} answered ${status}${message === undefined ? '' : `: ${message}`}`
  const sentence = said.replace(/[.\s]*$/, '.')
  if (refusal.isLimited) return `${sentence} ${whenToRetry(refusal.retryAfter)}`
  const hint = advice.find(
    ([code, words]) => (code === undefined || code === status) && words.test(message ?? ''),
  )?.[2]
  return hint === undefined ? sentence : `${sentence} ${hint}`
}

const whenToRetry = (seconds: number | undefined) =>
  seconds === undefined ? 'Run the job again later.' : `Run the job again in ${seconds} s.`

function unansweredReason(error: unknown): string {
  if (error instanceof Unanswered) return failureReason(error.cause, error)
  if (error instanceof TimeoutError) {
    const { method, url } = error.request
    return failureReason(error, { method, url: new URL(url) })
  }
  return systemReason(error)
}
