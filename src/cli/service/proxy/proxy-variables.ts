/** Reads from the environment variables which proxy a request goes through, if any. Loads nothing that sends. */
import { usageError } from '../../../errors.ts'
import { isThisMachine } from '../../../listen/this-machine.ts'
import type { Environment } from '../../io/process/environment.ts'
import { readDirectHosts } from './direct-hosts.ts'

export type ProxyVariables = Environment['proxy']

/** A variable that names a proxy, and its value. */
interface Setting {
  readonly name: string
  readonly value: string
}

export interface ProxyChoice {
  /** The variable that names it. */
  readonly variable: string
  /** Without user and password. */
  readonly url: URL
  /** The value of `Proxy-Authorization`; secret. */
  readonly authorization: string | undefined
}

/**
 * Undefined if the target is reached directly: always on this machine, whatever the variables say.
 * @throws usage error `TOPO_PROXY_INVALID` for a value that cannot be a proxy; the message does not repeat it.
 */
export function proxyFor(target: URL, variables: ProxyVariables): ProxyChoice | undefined {
  const proxy = settingFor(target.protocol, variables)
  if (proxy === undefined || isThisMachine(target.hostname)) return undefined
  if (directHosts(variables).includes(target)) return undefined
  return readProxy(proxy)
}

/**
 * Variables for a program that sends requests to these hosts of this machine: they are reached directly, too. Empty
 * without a proxy.
 */
export function directVariables(
  variables: ProxyVariables,
  hosts: readonly string[],
): Partial<Record<'no_proxy' | 'NO_PROXY', string>> {
  if (proxySettings(variables).length === 0) return {}
  const given = variables.no_proxy ?? variables.NO_PROXY ?? ''
  const entries = given.split(/[,\s]+/).filter((entry) => entry !== '')
  // The asterisk means all hosts; other programs accept it only without other entries.
  if (entries.includes('*')) return {}
  const list = [...new Set([...entries, ...hosts])].join(',')
  return { no_proxy: list, NO_PROXY: list }
}

/** The hosts that are reached directly; the lower-case variable takes precedence. */
export const directHosts = (variables: ProxyVariables) =>
  readDirectHosts(variables.no_proxy ?? variables.NO_PROXY ?? '')

/** The settings that count for http or for https addresses, without those that others hide. */
export function proxySettings(variables: ProxyVariables): Setting[] {
  const settings = ['http:', 'https:'].flatMap((protocol) => settingFor(protocol, variables) ?? [])
  return settings.filter(
    ({ name }, index) => settings.findIndex((other) => other.name === name) === index,
  )
}

/** undici reads them in the same order: https falls back to the proxy for http. ALL_PROXY comes last. */
function settingFor(protocol: string, variables: ProxyVariables): Setting | undefined {
  const forHttp = setting(variables, 'http_proxy', 'HTTP_PROXY')
  const forHttps =
    protocol === 'https:' ? setting(variables, 'https_proxy', 'HTTPS_PROXY') : undefined
  return forHttps ?? forHttp ?? setting(variables, 'all_proxy', 'ALL_PROXY')
}

/** A variable in lower case hides the other one, also if it is empty: that turns a proxy off for one command. */
function setting(
  variables: ProxyVariables,
  lower: keyof ProxyVariables,
  upper: keyof ProxyVariables,
): Setting | undefined {
  const name = variables[lower] === undefined ? upper : lower
  const value = variables[name]?.trim() ?? ''
  return value === '' ? undefined : { name, value }
}

/** @throws usage error `TOPO_PROXY_INVALID`; the message does not repeat the value. */
export function readProxy({ name, value }: Setting): ProxyChoice {
  const read = parseProxy(value)
  if (!('problem' in read)) return { variable: name, ...read }
  throw usageError(`${name} is not the address of a proxy: it ${read.problem}.`, {
    code: 'TOPO_PROXY_INVALID',
    hint: `Write ${name} like http://proxy.example.com:3128, or unset it to connect directly.`,
  })
}

export const isProxy = ({ value }: Setting): boolean => !('problem' in parseProxy(value.trim()))

type ParsedProxy = Omit<ProxyChoice, 'variable'> | { readonly problem: string }

/** Words that mean that there is no proxy, or that a program wrote for a missing value. */
const notAHost =
  /^(true|false|yes|no|on|off|none|null|nil|undefined|direct|disabled?|enabled?|auto)$/i

const placeholder = /\$[({]|\$\w|\{\{|%\w+%|[<>]/

function parseProxy(value: string): ParsedProxy {
  if (/^["'`]|["'`]$/.test(value)) return { problem: 'is in quotes' }
  // URL parsers remove line breaks and tabs.
  if (/[\s\x00-\x1f\x7f]/.test(value))
    return { problem: 'contains a space, a line break or a control character' }
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i.exec(value) ?? []
  const split = rest.lastIndexOf('@')
  const place = rest.slice(split + 1)
  if (/[,;]/.test(place)) return { problem: 'names several proxies' }
  const [host, tail] = splitTail(place)
  if (placeholder.test(host))
    return { problem: 'contains a placeholder or a variable that was not replaced' }
  if (!/^https?$/i.test(scheme)) {
    return { problem: `has the scheme ${scheme}, and topo supports only http and https proxies` }
  }
  if (tail !== '' && tail !== '/') return { problem: 'has a path, a query or a fragment' }
  const server = parseHost(host)
  if ('problem' in server) return server
  const user = parseUser(split < 0 ? undefined : rest.slice(0, split))
  if ('problem' in user) return user
  return { url: new URL(`${scheme}://${server.host}`), ...user }
}

function splitTail(text: string): [host: string, tail: string] {
  const end = text.search(/[/?#]/)
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
}

/** @param text host and port */
function parseHost(text: string): { readonly host: string } | { readonly problem: string } {
  const [, name = '', colon, port = ''] = /^(\[[^\]]*\]|[^:]*)(?:(:)(.*))?$/s.exec(text) ?? []
  if (port.includes(':')) return { problem: 'has an IPv6 address that is not in brackets' }
  if (name === '') return { problem: 'has no host' }
  if (notAHost.test(name)) return { problem: `is ${JSON.stringify(name)}, which is not a host` }
  if (!isHost(name)) return { problem: 'has a host that no machine can have' }
  if (colon === undefined) return { host: name }
  if (port === '') return { problem: 'has no port after the colon' }
  if (!/^\d+$/.test(port)) return { problem: 'has a port that is not a number' }
  if (Number(port) < 1 || Number(port) > 65_535)
    return { problem: 'has a port that is not from 1 to 65535' }
  return { host: `${name}:${port}` }
}

/** URL parsers accept more: `http://1` is the address 0.0.0.1. */
function isHost(name: string): boolean {
  if (!URL.canParse(`http://${name}`)) return false
  const { hostname } = new URL(`http://${name}`)
  const isAddress = /^[\d.]+$/.test(hostname)
  return isAddress
    ? hostname === name
    : /^(\[[\da-f:.]+\]|[a-z\d_-]+(\.[a-z\d_-]+)*\.?)$/.test(hostname)
}

/** @param text user and password, as in a URL */
function parseUser(
  text: string | undefined,
): Pick<ProxyChoice, 'authorization'> | { readonly problem: string } {
  if (text === undefined || text === '') return { authorization: undefined }
  const advice = 'which has to be percent-encoded'
  if (/[/?#]/.test(text))
    return { problem: `has a /, ? or # in the user or the password, ${advice}` }
  const [user = '', ...password] = text.split(':')
  try {
    const pair = `${decodeURIComponent(user)}:${decodeURIComponent(password.join(':'))}`
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
  } catch {
    return { problem: `has a % in the user or the password, ${advice} as %25` }
  }
}
