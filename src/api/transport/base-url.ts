/** Validates base URLs: https, or http on loopback; no user, password, query or fragment. And addresses of web apps. */
import { usageError } from '../../errors.ts'

const LACKS_SCHEME = ': it lacks https:// or http://'

/** True for addresses of this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/**
 * Strips trailing slashes, and the /v1 that every endpoint starts with.
 * @throws KnownError `TOPO_BASE_URL_INVALID` (exit 2) that names `source`, the origin of the value.
 */
export function normalizeBaseUrl(value: string, source: string): string {
  const refuse = (why: string) =>
    usageError(`The base URL from ${source} ${why}.`, {
      code: 'TOPO_BASE_URL_INVALID',
      hint: 'Set a URL such as https://diagrams.example.com with "topo login" or TOPO_BASE_URL, or add --local to use the local service.',
    })
  let url: URL
  try {
    url = new URL(value)
  } catch {
    throw refuse(`is not a URL${/^[^/?#@]+(\/|$)/.test(value) ? LACKS_SCHEME : ''}`)
  }
  if (!value.includes('://')) throw refuse(`is not a URL${LACKS_SCHEME}`)
  if (url.username || url.password)
    throw refuse('contains a user or a password; store keys with "topo login"')
  if (/[?#]/.test(url.href)) throw refuse('has a query or a fragment')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse('is not encrypted: http is for loopback only, use https')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('is not an https URL')
  return url.href.replace(/\/+$/, '').replace(/\/v1$/, '')
}

/**
 * Says why a text cannot be the address of a web app, which topo prints, opens, and adds share tokens to; undefined if it can.
 * It completes a sentence about the text, and never repeats a password.
 */
export function webUrlFault(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined) return 'is not a URL'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `is not an http or https address, but starts with ${JSON.stringify(url.protocol)}`
  if (!/^https?:\/\//i.test(value)) return `is not a URL${LACKS_SCHEME}`
  if (url.username !== '' || url.password !== '') return 'contains a user or a password'
  // An empty one too: what topo adds to the address would belong to it.
  return /[?#]/.test(url.href) ? 'has a query or a fragment' : undefined
}

/**
 * Without trailing slashes.
 * @throws KnownError `TOPO_BASE_URL_INVALID` (exit 2) that names `source`, the origin of the value.
 */
export function normalizeWebUrl(value: string, source: string): string {
  const fault = webUrlFault(value)
  if (fault === undefined) return new URL(value).href.replace(/\/+$/, '')
  throw usageError(`The address of the web app from ${source} ${fault}.`, {
    code: 'TOPO_BASE_URL_INVALID',
    hint: 'Set an address such as https://diagrams.example.com, without a user, a password, a query or a fragment.',
  })
}

/**
 * For an address that answers unlike the service: names a shorter one to try. Undefined if the base URL has no path, which
 * most often is copied from a page or an endpoint.
 */
export function shorterBaseUrl(baseUrl: string): string | undefined {
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/+$/, '')
  if (path === '') return undefined
  const given = origin + path
  const inner = path.search(/\/v1(?:\/|$)/)
  const shorter = inner < 0 ? origin : origin + path.slice(0, inner)
  return `The base URL may have a path too many: try ${shorter} instead of ${given}.`
}
