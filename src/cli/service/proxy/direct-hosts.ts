/** Reads `NO_PROXY`: hosts, domains, patterns with `*`, addresses and networks (CIDR), each with or without a port. */
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** An entry: true for hosts, without brackets, that it names. */
type Matches = (host: string) => boolean

interface Entry {
  readonly matches: Matches
  readonly port: string | undefined
}

export interface DirectHosts {
  /** True if this address is reached directly. */
  includes(target: URL): boolean
  /** Entries that name no host, as they are written. */
  readonly unreadable: readonly string[]
}

export function readDirectHosts(text: string): DirectHosts {
  const written = text.split(/[,\s]+/).filter((entry) => entry !== '')
  const entries: Entry[] = []
  const unreadable: string[] = []
  for (const part of written) {
    const entry = readEntry(part.toLowerCase())
    if (entry === undefined) unreadable.push(part)
    else entries.push(entry)
  }
  return { includes: (target) => entries.some((entry) => isNamed(target, entry)), unreadable }
}

function isNamed({ hostname, port, protocol }: URL, entry: Entry): boolean {
  const targetPort = port || (protocol === 'https:' ? '443' : '80')
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  return (entry.port ?? targetPort) === targetPort && entry.matches(host)
}

function readEntry(text: string): Entry | undefined {
  const [, inBrackets, portAfter] = /^\[([^\]]+)\](?::(\d+))?$/.exec(text) ?? []
  if (inBrackets !== undefined) return withPort(addressMatcher(inBrackets), portAfter)
  if (isIP(text) === 6) return withPort(addressMatcher(text), undefined)
  if (text.includes('/')) return withPort(networkMatcher(text), undefined)
  const [, name = text, port] = /^(.+):(\d+)$/.exec(text) ?? []
  return withPort(isIP(name) === 4 ? addressMatcher(name) : nameMatcher(name), port)
}

const withPort = (matches: Matches | undefined, port: string | undefined): Entry | undefined =>
  matches && { matches, port }

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isIn =
  (list: BlockList): Matches =>
  (host) =>
    isIP(host) !== 0 && list.check(host, familyOf(host))

function addressMatcher(address: string): Matches | undefined {
  if (isIP(address) === 0) return undefined
  const list = new BlockList()
  list.addAddress(address, familyOf(address))
  return isIn(list)
}

function networkMatcher(text: string): Matches | undefined {
  const [, address = '', prefix = ''] = /^\[?([^\]/]+)\]?\/(\d{1,3})$/.exec(text) ?? []
  const most = isIP(address) === 6 ? 128 : 32
  if (isIP(address) === 0 || Number(prefix) > most) return undefined
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), familyOf(address))
  return isIn(list)
}

/** `example.com`, `.example.com` and `*.example.com` name the domain and everything below it. */
function nameMatcher(text: string): Matches | undefined {
  const name = text.replace(/^\*?\./, '').replace(/\.$/, '')
  const ascii = /^[\w.*-]+$/.test(name) ? name : domainToASCII(name)
  if (!/^[\w*-]+(\.[\w*-]+)*$/.test(ascii)) return undefined
  const pattern = ascii.replaceAll('.', '\\.').replaceAll('*', '.*')
  const whole = new RegExp(`^${pattern}$`)
  const below = new RegExp(`\\.${pattern}$`)
  return (host) => whole.test(host) || (isIP(host) === 0 && below.test(host))
}
