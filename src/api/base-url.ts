/** Which addresses topo talks to: https, or http on loopback; never with a user, password, query or fragment. */
import { usageError } from '../errors.ts'

const loopback = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** True for the addresses that stay on this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.test(hostname)
}

/**
 * The address as it is used: trailing slashes stripped.
 * @throws KnownError `TOPO_BASE_URL_INVALID` (exit 2) naming `source`, where the value came from.
 */
export function normalizeBaseUrl(value: string, source: string): string {
  const refuse = (why: string) =>
    usageError(`The base URL from ${source} ${why}.`, {
      code: 'TOPO_BASE_URL_INVALID',
      hint: 'Give one such as https://diagrams.example.com with "topo login" or TOPO_BASE_URL, or add --local to use the embedded service.',
    })
  let url: URL
  try {
    url = new URL(value)
  } catch {
    throw refuse('is not an address')
  }
  if (url.username || url.password) throw refuse('holds a user or a password; keys come from login')
  if (url.search || url.hash) throw refuse('has a query or a fragment')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse('is not encrypted: http is for loopback only, use https')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('is not an https address')
  return url.href.replace(/\/+$/, '')
}
