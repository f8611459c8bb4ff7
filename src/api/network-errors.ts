/** Explains requests without a usable answer in one sentence: DNS, refused, TLS, timeout, proxy. */
import { ExitCode, KnownError, type KnownErrorOptions, refusedError } from '../errors.ts'

interface Cause {
  code?: string
  message: string
  /** Target of the connection. */
  address?: string
  port?: number
  hostname?: string
}

/** Innermost cause with a code, which is where Node puts the reason. */
function rootCause(error: unknown): Cause {
  let found: Cause = { message: String(error) }
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const inner = at instanceof AggregateError && at.errors[0] instanceof Error ? at.errors[0] : at
    found = 'code' in inner && typeof inner.code === 'string' ? (inner as Cause) : inner
  }
  return found
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/
const connectionLostCodes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE'])
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
  /** True after an answer of the address had the form that topo expects. */
  isUnderstood: boolean
}

/** Explains a failed exchange; never shows credentials or the query of the URL. */
export function networkError(error: unknown, { method, url, requestId }: RequestInfo): KnownError {
  const cause = rootCause(error)
  const fail = (why: string, options: Omit<KnownErrorOptions, 'cause'>) =>
    new KnownError(`${method} ${url.pathname} got no answer: ${why}.`, {
      ...options,
      requestId,
      cause: error,
    })
  const temporary = (code: KnownErrorOptions['code'], why: string, hint: string) =>
    fail(why, { code, hint, exitCode: ExitCode.temporary })
  const code = cause.code ?? ''

  const proxy = proxyProblem(cause, url)
  if (proxy !== undefined) {
    const hint = 'Check HTTPS_PROXY and HTTP_PROXY; NO_PROXY lists the hosts to reach directly.'
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
  if (certificateCodes.test(code)) {
    return fail(`the certificate of ${url.host} is not trusted (${code})`, {
      code: 'TOPO_TLS',
      exitCode: ExitCode.refused,
      hint: 'Behind an intercepting proxy set NODE_EXTRA_CA_CERTS to its certificate, or use node --use-system-ca.',
    })
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) {
    const hint = 'Check the scheme and the port of the base URL.'
    return fail(`${url.host} does not use TLS`, { code: 'TOPO_TLS', exitCode: ExitCode.refused, hint })
  }
  if (timeoutCodes.has(code) || error instanceof TimeLimitExceeded) {
    const { message, limit } = error instanceof TimeLimitExceeded ? error : { message: 'too long', limit: '' }
    const flag = limit === 'total' ? '--total-timeout' : '--timeout'
    const hint =
      method === 'GET'
        ? `Try again later, or raise ${flag}.`
        : `${outcomeUnknown} Raise ${flag} to wait longer.`
    return temporary('TOPO_TIMEOUT', `${url.host} took ${message}`, hint)
  }
  if (connectionLostCodes.has(code)) {
    return temporary('TOPO_CONNECTION_LOST', `${url.host} closed the connection`, outcomeUnknown)
  }
  return temporary('TOPO_NETWORK', otherFailure(cause, url), 'Check the network and the base URL.')
}

/** Reasons by the code or the words of Node and undici, which mean little to people. */
const otherFailures: readonly [pattern: RegExp, words: (url: URL) => string][] = [
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/, ({ hostname }) => `no network leads to ${hostname}`],
  [/^(EACCES|EPERM)$/, ({ host }) => `this machine does not allow a connection to ${host}`],
  [/^(EMFILE|ENFILE)$/, () => 'this process has too many open files and connections'],
  [/^EADDRNOTAVAIL$/, () => 'this machine has no free port or address for a connection'],
  [
    /^(Z_|ERR_(_ERROR_FORMAT|BROTLI|ZLIB)|ERR_PADDING)/,
    ({ host }) => `${host} sent compressed data that is damaged`,
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/, ({ host }) => `${host} sent too many headers`],
  [/^(HPE_|UND_ERR_RES)/, ({ host }) => `${host} sent an answer that is not valid HTTP`],
  [/^bad port$/, ({ port }) => `Node.js blocks port ${port}, which belongs to another protocol`],
]

function otherFailure({ code, message }: Cause, url: URL): string {
  const words = otherFailures.find(([pattern]) => pattern.test(code ?? message))?.[1]
  if (words !== undefined) return words(url)
  const known = /^[A-Z][A-Z\d_]+$/.test(code ?? '') ? ` (${code})` : ''
  return `the connection to ${url.host} failed${known}`
}

/** Explains a failed connection to the proxy. */
function proxyProblem({ code, message, address, port, hostname }: Cause, url: URL): string | undefined {
  const refused = /^Proxy response \((\d+)\)/.exec(message)?.[1]
  if (refused !== undefined) {
    return `the proxy answered ${refused}${refused === '407' ? ': it requires a user name and a password' : ''}`
  }
  const ownPort = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (code === 'ECONNREFUSED' && port !== undefined && port !== ownPort) {
    return `nothing listens at the proxy ${address}:${port}`
  }
  if ((code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname !== undefined && hostname !== url.hostname) {
    return `the host name of the proxy ${hostname} cannot be resolved`
  }
  return undefined
}

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
  return refusedError(`${method} ${url.pathname} got an unexpected answer: ${what}.`, {
    ...{ status, requestId, cause },
    code: isAnswerUnknown ? 'TOPO_ANSWER_UNKNOWN' : 'TOPO_NOT_THE_SERVICE',
    hint: isAnswerUnknown
      ? `${others}${look}`
      : `Check that ${url.origin} is the address of the API, not of the web app or a proxy.${gateway}`,
  })
}
