/**
 * Decides which callers may use which routes. Pages of any site in a browser on this machine reach the service, also
 * under a name that resolves to it. The keys of the demo world are public.
 */
import type { MiddlewareHandler } from 'hono'
import { hostnameOf, isAddressHost, isNamed, isThisMachineHost } from '../../listen/host.ts'
import { isThisMachine } from '../../listen/this-machine.ts'
import type { Caller, Connection } from './connection.ts'
import { forbidden } from './http-error.ts'
import { originFault, originOf } from './origin.ts'

export interface Access {
  /** Origins whose pages may use the data routes; `*` is every page. */
  readonly cors: readonly string[]
  /** Names that data routes answer to besides those of this machine and addresses, if the service listens on loopback. */
  readonly allowHosts: readonly string[]
  /** Names by which other machines may use the control. */
  readonly controlHosts: readonly string[]
}

export const onlyThisMachine: Access = { cors: [], allowHosts: [], controlHosts: [] }

type Guard = MiddlewareHandler<{ Bindings: Connection }>

/** Guards the control and the start page, which show everything. */
export function guardControl({ controlHosts }: Access): Guard {
  return async (context, next) => {
    const { caller } = context.env
    if (caller === undefined) return next()
    const { host } = caller
    const isNamedHost = host !== undefined && isNamed(host, controlHosts)
    if (!isNamedHost) refuseOtherMachine(caller)
    if (!isOwnPage(host, (name) => context.req.header(name))) {
      throw forbidden('web pages of other sites may not use the control')
    }
    return next()
  }
}

function refuseOtherMachine({ address, host }: Caller): void {
  if (!isThisMachine(address)) {
    throw forbidden(
      'only callers on this machine may use the control; --control-host NAME lets others use it by that name',
    )
  }
  if (host !== undefined && !isThisMachineHost(host)) {
    throw forbidden(
      'the control answers only to names of this machine; --control-host NAME adds one',
    )
  }
}

/**
 * Rejects requests of web pages. A page in a browser on this machine may come from any site, also from another local
 * server. Browsers send `Origin` with changes and `Sec-Fetch-Site` with other requests.
 */
function isOwnPage(
  host: string | undefined,
  header: (name: string) => string | undefined,
): boolean {
  const origin = header('origin')
  const site = header('sec-fetch-site')
  return (
    (origin === undefined || origin === `http://${host}`) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  )
}

/** Guards all other routes, which pages of `cors` may use, and lets these read every answer. */
export function guardData({ cors, allowHosts, controlHosts }: Access): Guard {
  const hosts = new AllowedHosts([...allowHosts, ...controlHosts])
  const origins = cors.flatMap((origin) => originOf(origin) ?? [])
  return async (context, next) => {
    const { req, env } = context
    if (isControl(req.path)) return next()
    const origin = req.header('origin')
    const allowed = origin === undefined ? undefined : allowedOrigin(origin, origins)
    // A change of these headers after the answer would repeat an answer that the socket has already sent.
    if (origins.length > 0)
      setHeaders(context.res.headers, { vary: 'Origin', ...readable(allowed) })
    hosts.refuseForeign(env.caller)
    // No preflight uses up a fault.
    const wantsMethod = req.header('access-control-request-method')
    const isPreflight =
      req.method === 'OPTIONS' && origin !== undefined && wantsMethod !== undefined
    if (!isPreflight) return next()
    if (allowed === undefined)
      throw forbidden(`pages of ${origin} may not use the mock; ${cureFor(origin)}`)
    setHeaders(
      context.res.headers,
      permissions((name) => req.header(name)),
    )
    return new Response(null, { status: 204 })
  }
}

/** The start page belongs to the control. */
const isControl = (path: string) => path === '/' || /^\/__mock(\/|$)/.test(path)

/** The hosts that a request on loopback may ask for. */
class AllowedHosts {
  readonly #names: readonly string[]
  /**
   * The last allowed one: a client asks for the same host each time, and a check takes as long as
   * the rest of the guard.
   */
  #allowed: string | undefined

  constructor(names: readonly string[]) {
    this.#names = names
  }

  refuseForeign(caller: Caller | undefined): void {
    if (!caller?.onLoopback || caller.host === undefined) return
    const { host } = caller
    if (host === this.#allowed) return
    if (!this.#isAllowed(host)) throw forbidden(foreignHost(host))
    this.#allowed = host
  }

  /**
   * A site can let its name lead here, but an address leads where it says, such as 10.0.2.2 in an
   * emulator.
   */
  #isAllowed(host: string): boolean {
    return isThisMachineHost(host) || isAddressHost(host) || isNamed(host, this.#names)
  }
}

function foreignHost(host: string): string {
  const name = hostnameOf(host)
  return name === undefined
    ? `the request is for ${JSON.stringify(host)}, which is not one host`
    : `the mock listens for this machine only, and ${name} is no name of it; if the name is yours, --allow-host ${name} allows it`
}

function allowedOrigin(origin: string, origins: readonly string[]): string | undefined {
  if (origins.includes(origin)) return origin
  return origins.includes('*') ? '*' : undefined
}

/** Many pages have the origin `null`. */
const cureFor = (origin: string) =>
  originFault(origin) === undefined ? `--cors ${origin} allows it` : "--cors '*' allows every page"

/** Answer headers that programs of a page may read. */
const exposed = [
  'X-Topo-Mock',
  'X-Topo-Inferred',
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
].join(', ')

function readable(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return {}
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
  }
  // Rule 3: a browser may send the session cookie. Browsers refuse it for every origin at once.
  return origin === '*' ? headers : { ...headers, 'access-control-allow-credentials': 'true' }
}

const preflightSeconds = '600'

/** Answers a preflight: the page may send what it wants, also from a site on the internet. */
function permissions(header: (name: string) => string | undefined): Record<string, string> {
  const wanted = header('access-control-request-headers')
  const isFromOutside = header('access-control-request-private-network') === 'true'
  return {
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': preflightSeconds,
    ...(wanted === undefined ? {} : { 'access-control-allow-headers': wanted }),
    ...(isFromOutside ? { 'access-control-allow-private-network': 'true' } : {}),
  }
}

function setHeaders(headers: Headers, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value)
}
