/** Reads host names: of requests, which say by them which server they want, and of flags that allow some. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isThisMachine } from './this-machine.ts'

/** A name or an IPv4 address, or an IPv6 address in brackets; then a port. */
const hostAndPort = /^(\[[\da-f:.]+\]|[\w.\u0080-\uffff-]+)(?::(\d*))?$/i

/**
 * The host that a request asks for, with its port: that of an absolute target, else its `Host`. Undefined without one,
 * which no browser sends. Several make a text that is no host.
 */
export function requestedHost({
  url = '',
  headers,
  rawHeaders,
}: IncomingMessage): string | undefined {
  const [, target] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  if (target !== undefined) return target
  const sent = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]))
  return sent.length > 1 ? sent.join(', ') : headers.host
}

const isHost = (name: string | undefined) => name?.toLowerCase() === 'host'

/** The name in the one spelling that URLs have, without port and last dot; undefined if the text is no host. */
export function hostnameOf(host: string): string | undefined {
  const [, name] = hostAndPort.exec(host) ?? []
  if (name === undefined || !URL.canParse(`http://${name}`)) return undefined
  const { hostname } = new URL(`http://${name}`)
  return hostname.replace(/\.$/, '')
}

/** True for `localhost`, names below it, and loopback addresses. */
export function isThisMachineHost(host: string): boolean {
  const hostname = hostnameOf(host)
  return hostname !== undefined && isThisMachine(hostname)
}

/** True for an IP address. A page cannot give its name to one. */
export function isAddressHost(host: string): boolean {
  const hostname = hostnameOf(host) ?? ''
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

/** True for one of the names, in any spelling. */
export function isNamed(host: string, names: readonly string[]): boolean {
  const hostname = hostnameOf(host)
  return hostname !== undefined && names.some((name) => hostnameOf(inBrackets(name)) === hostname)
}

/** Says why a text is not the name of a host without a port; undefined if it is one. It completes a sentence. */
export function hostFault(text: string): string | undefined {
  if (text === '') return 'is empty'
  if (text.includes('://')) return 'is a URL instead of a host name'
  if (text.includes('*') || text.startsWith('.')) return 'is a pattern instead of a host name'
  const host = inBrackets(text)
  if (hostnameOf(host) === undefined) return 'is not a host name'
  const [, , port] = hostAndPort.exec(host) ?? []
  return port === undefined ? undefined : 'has a port, which does not count'
}

const inBrackets = (name: string) => (isIP(name) === 6 ? `[${name}]` : name)
