/** Explains requests without a usable answer in one sentence: DNS, refused, TLS, timeout, proxy. */
import { ExitCode, KnownError, type KnownErrorOptions, refusedError } from '../../errors.ts'
import { shorterBaseUrl } from './base-url.ts'

interface Cause {
  code?: string
  message: string
}

/** Innermost cause with a code, which is where Node puts the reason. */
function rootCause(error: unknown): Cause {
  let found: Cause = { message: String(error) }
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 8;
    at = at.cause, depth++
  ) {
    const inner = at instanceof AggregateError && at.errors[0] instanceof Error ? at.errors[0] : at
    found = 'code' in inner && typeof inner.code === 'string' ? (inner as Cause) : inner
  }
  return found
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/
const connectionLostCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ERR_STREAM_PREMATURE_CLOSE',
])
const timeoutCodes = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

/** Thrown when one of the two time limits is exceeded; `limit` names it. */
export class TimeLimitExceeded extends Error {
  readonly limit: 'attempt' | 'total'

  constructor(milliseconds: number | undefined, limit: 'attempt' | 'total') {
    super(`longer than ${(milliseconds ?? 0) / 1000} s${limit === 'total' ? ' in all' : ''}`)
    this.limit = limit
  }
}

/** Thrown by a fetch through a proxy if the proxy failed, not the service. */
export class ProxyFailure extends Error {
  /** Host and port. */
  readonly proxy: string

  constructor(proxy: string, cause: unknown) {
    super(`the proxy ${proxy} failed`, { cause })
    this.proxy = proxy
  }
}

const outcomeUnknown = 'The request may have been processed. Run the command again to check.'

/** Request data that errors may show. */
export interface RequestInfo {
  readonly method: string
  readonly url: URL
  /** The service's id if the response has one, else the id of the request. */
  readonly requestId?: string | undefined
  readonly status?: number | undefined
  readonly address?: AddressState | undefined
}

/** The state of an address, shared by all requests of one transport. */
export interface AddressState {
  readonly baseUrl: string
  /** True after an answer of the address had the form that topo expects. */
  isUnderstood: boolean
}

/** Explains a failed exchange; never shows credentials or the query of the URL. */
export function networkError(error: unknown, { method, url, requestId }: RequestInfo): KnownError {
  const { why, ...meaning } = describeFailure(error, { method, url })
  return new KnownError(`${method} ${url.pathname} got no answer: ${why}.`, {
    ...meaning,
    requestId,
    cause: error,
  })
}

/** Why there was no answer, as a clause. */
export const failureReason = (
  error: unknown,
  request: Pick<RequestInfo, 'method' | 'url'>,
): string => describeFailure(error, request).why

type Failure = Pick<KnownErrorOptions, 'code' | 'hint' | 'exitCode'> & { why: string }

function describeFailure(
  error: unknown,
  { method, url }: Pick<RequestInfo, 'method' | 'url'>,
): Failure {
  const cause = rootCause(error)
  const code = cause.code ?? ''
  const proxy = proxyProblem(error, cause)
  if (proxy !== undefined) {
    const hint =
      'Check HTTPS_PROXY, HTTP_PROXY and ALL_PROXY; NO_PROXY lists the hosts to reach directly.'
    return temporary('TOPO_PROXY', proxy, hint)
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    const why = `the host name ${url.hostname} cannot be resolved`
    return temporary('TOPO_DNS', why, 'Check the base URL and the network.')
  }
  if (code === 'ECONNREFUSED') {
    const hint = 'Check the base URL and that the service runs.'
    return temporary('TOPO_REFUSED_CONNECTION', `nothing listens at ${url.host}`, hint)
  }
  const tls = tlsProblem(code, url.host)
  if (tls !== undefined) return { code: 'TOPO_TLS', exitCode: ExitCode.refused, ...tls }
  if (isTimeout(error, code)) return timedOut(error, { method, url })
  if (connectionLostCodes.has(code)) {
    return temporary('TOPO_CONNECTION_LOST', `${url.host} closed the connection`, outcomeUnknown)
  }
  return temporary('TOPO_NETWORK', otherFailure(cause, url), 'Check the network and the base URL.')
}

const temporary = (code: KnownErrorOptions['code'], why: string, hint: string): Failure => ({
  code,
  why,
  hint,
  exitCode: ExitCode.temporary,
})

function tlsProblem(code: string, host: string): { why: string; hint: string } | undefined {
  if (certificateCodes.test(code)) {
    return {
      why: `the certificate of ${host} is not trusted (${code})`,
      hint: 'Behind an intercepting proxy set NODE_EXTRA_CA_CERTS to its certificate, or use node --use-system-ca.',
    }
  }
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL') && !code.startsWith('ERR_TLS'))
    return undefined
  return { why: `${host} does not use TLS`, hint: 'Check the scheme and the port of the base URL.' }
}

/** ky and `AbortSignal.timeout` have their own errors. */
const isTimeout = (error: unknown, code: string): boolean =>
  error instanceof TimeLimitExceeded ||
  timeoutCodes.has(code) ||
  (error instanceof Error && error.name === 'TimeoutError')

function timedOut(error: unknown, { method, url }: Pick<RequestInfo, 'method' | 'url'>): Failure {
  const { message, limit } =
    error instanceof TimeLimitExceeded ? error : { message: 'too long', limit: '' }
  const flag = limit === 'total' ? '--total-timeout' : '--timeout'
  const hint =
    method === 'GET'
      ? `Try again later, or raise ${flag}.`
      : `${outcomeUnknown} Raise ${flag} to wait longer.`
  return temporary('TOPO_TIMEOUT', `${url.host} took ${message}`, hint)
}

/** Reasons by the code or the words of Node and undici, which mean little to people. */
const otherFailures: readonly [pattern: RegExp, words: (url: URL) => string][] = [
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/,
    ({ hostname }) => `no network leads to ${hostname}`,
  ],
  [/^(EACCES|EPERM)$/, ({ host }) => `this machine does not allow a connection to ${host}`],
  [/^(EMFILE|ENFILE)$/, () => 'this process has too many open files and connections'],
  [/^EADDRNOTAVAIL$/, () => 'this machine has no free port or address for a connection'],
  [
    /^(Z_|ERR_(_ERROR_FORMAT|BROTLI|ZLIB)|ERR_PADDING)/,
    ({ host }) => `${host} sent compressed data that is damaged`,
  ],
  [
    /^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/,
    ({ host }) => `${host} sent too many headers`,
  ],
  [/^(HPE_|UND_ERR_RES)/, ({ host }) => `${host} sent an answer that is not valid HTTP`],
  [/^bad port$/, ({ port }) => `Node.js blocks port ${port}, which belongs to another protocol`],
]

function otherFailure({ code, message }: Cause, url: URL): string {
  const words = otherFailures.find(([pattern]) => pattern.test(code ?? message))?.[1]
  if (words !== undefined) return words(url)
  return `the connection to ${url.host} failed${codeInBrackets(code)}`
}

/** Explains a failed connection to the proxy; undefined if the proxy did not fail. */
function proxyProblem(error: unknown, { code = '', message }: Cause): string | undefined {
  const refused = /^Proxy response \((\d+)\)/.exec(message)?.[1]
  if (refused !== undefined) {
    return `the proxy answered ${refused}${refused === '407' ? ': it requires a user name and a password' : ''}`
  }
  const proxy = failedProxy(error)
  if (proxy === undefined) return undefined
  if (code === 'ECONNREFUSED') return `nothing listens at the proxy ${proxy}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `the host name of the proxy ${proxy} cannot be resolved`
  }
  if (timeoutCodes.has(code)) return `the proxy ${proxy} took too long`
  if (connectionLostCodes.has(code)) return `the proxy ${proxy} closed the connection`
  const tls = tlsProblem(code, `the proxy ${proxy}`)
  if (tls !== undefined) return tls.why
  return `the connection to the proxy ${proxy} failed${codeInBrackets(code)}`
}

function failedProxy(error: unknown): string | undefined {
  for (
    let at: unknown = error, depth = 0;
    at instanceof Error && depth < 8;
    at = at.cause, depth++
  ) {
    if (at instanceof ProxyFailure) return at.proxy
  }
  return undefined
}

const codeInBrackets = (code = ''): string => (/^[A-Z][A-Z\d_]+$/.test(code) ? ` (${code})` : '')

/**
 * The address answered, but with HTML, broken JSON or another shape. Then it is not the service. If earlier answers
 * were those of the service, or this one is except for a field, only this answer is unknown.
 */
export function unexpectedAnswer(
  { method, url, requestId, status, address }: RequestInfo,
  what: string,
  { cause, isForeign = true }: { cause?: unknown; isForeign?: boolean | undefined } = {},
): KnownError {
  const others = address?.isUnderstood ? `Other answers of ${url.origin} were understood. ` : ''
  const isAnswerUnknown = others !== '' || !isForeign
  const look =
    method === 'GET'
      ? `Run "topo api ${url.pathname}" to see this one.`
      : 'The request may have been processed; check before you repeat it.'
  const gateway =
    status === 401 || status === 403
      ? ' If a gateway before it requires headers, set TOPO_HEADERS; "topo help environment" describes it.'
      : ''
  const wrongAddress =
    (address && shorterBaseUrl(address.baseUrl)) ??
    `Check that ${url.origin} is the address of the API, not of the web app or a proxy.`
  return refusedError(`${method} ${url.pathname} got an unexpected answer: ${what}.`, {
    status,
    requestId,
    cause,
    code: isAnswerUnknown ? 'TOPO_ANSWER_UNKNOWN' : 'TOPO_NOT_THE_SERVICE',
    hint: isAnswerUnknown ? `${others}${look}` : wrongAddress + gateway,
  })
}
