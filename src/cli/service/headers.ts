/** Chooses the headers of a deployment: the one that carries the key, and further ones for a gateway before it. */
import { createHash } from 'node:crypto'
import { keyHeaderOf, type ServiceCredentials } from '../../api/transport/credentials.ts'
import { type KnownError, usageError } from '../../errors.ts'
import { inputTooLarge, limits } from '../../limits/limits.ts'
import { linesIn } from '../../text/line-ends.ts'
import type { Environment } from '../io/process/environment.ts'
import { registerHeaderValues, registerSecret } from '../io/terminal.ts'
import type { NamedProfile } from './profiles.ts'

type Headers = Readonly<Record<string, string>>

/** Headers and their source; only their names may be shown. */
export interface HeaderChoice {
  readonly source: string
  readonly names: readonly string[]
  /** Equal for equal headers, without revealing them. */
  readonly identity: string
  readonly values: Headers
}

/** Headers that the connection or topo itself sets. */
const reservedNames =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|accept|accept-encoding|user-agent|x-request-id)$/i

/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/

/** RFC 9110, section 5.5, without characters beyond ASCII. */
const fieldValue = /^[\x21-\x7e]([\x20-\x7e\t]*[\x21-\x7e])?$/

/** Characters of a name; a longer one is a value in the wrong place. */
const longestName = 100
const mostHeaders = 32

const invalid = (
  what: string,
  hint = 'Write each header as "Name: value", one per line.',
): KnownError => usageError(`${what}.`, { code: 'TOPO_HEADER_INVALID', hint })

/** @throws usage error `TOPO_HEADER_INVALID`; the message never contains a value. */
export function parseHeaders(text: string, source: string): Headers {
  registerHeaderValues(text)
  if (text.length > limits.headers.most) throw inputTooLarge('headers', source)
  const lines = linesIn(text)
    .map((line, index) => [line.trim(), `Line ${index + 1} of ${source}`] as const)
    .filter(([line]) => line !== '')
  return checkHeaders(
    lines.map(([line, place]) => {
      const [, name, value] = /^([^:]*?)\s*:\s*(.*)$/s.exec(line) ?? []
      if (name === undefined || value === undefined) throw invalid(`${place} is not a header`)
      return [name, value, place] as const
    }),
    source,
  )
}

/**
 * @param entries names, values, and where each stands, for messages
 * @throws usage error `TOPO_HEADER_INVALID`; the message never contains a value.
 */
export function checkHeaders(
  entries: readonly (readonly [name: string, value: string, place: string])[],
  source: string,
): Headers {
  if (entries.length > mostHeaders) throw invalid(`${source} has more than ${mostHeaders} headers`)
  const headers: Record<string, string> = {}
  for (const [name, value, place] of entries) {
    registerSecret(value)
    const problem = nameProblem(name)
    if (problem !== undefined) throw invalid(`${place} ${problem}`)
    if (!fieldValue.test(value)) throw invalid(`${place} has no value that a header can contain`)
    if (findHeader(headers, name) !== undefined) throw invalid(`${place} repeats ${name}`)
    headers[name] = value
  }
  return headers
}

/** The value of a header; its name has no case. */
export function findHeader(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(headers).find(([header]) => header.toLowerCase() === wanted)?.[1]
}

function nameProblem(name: string): string | undefined {
  if (name.length > longestName || !token.test(name)) return 'has no valid name of a header'
  return reservedNames.test(name) ? `sets ${name}, which topo sets itself` : undefined
}

/** @throws usage error `TOPO_HEADER_INVALID` for a name that no header can have. */
export function checkHeaderName(name: string, source: string): string {
  const problem = nameProblem(name)
  if (problem === undefined) return name
  throw invalid(`${source} ${problem}`, 'Give the name of a header, such as X-API-Key.')
}

/** @throws usage error `TOPO_HEADER_INVALID`, also for a cookie, which is no key. */
export function checkKeyHeader(name: string, source: string): string {
  if (!/^cookie$/i.test(name)) return checkHeaderName(name, source)
  throw invalid(
    `${source} sets Cookie, which contains no key`,
    'Give the name of a header, such as X-API-Key.',
  )
}

export function chooseKeyHeader(
  { keyHeader }: Environment,
  profile: NamedProfile | undefined,
): { value: string; source: string } | undefined {
  if (keyHeader !== undefined) {
    return { value: checkKeyHeader(keyHeader, 'TOPO_KEY_HEADER'), source: 'TOPO_KEY_HEADER' }
  }
  if (profile?.[1].keyHeader === undefined) return undefined
  const source = `profile ${profile[0]}`
  return { value: checkKeyHeader(profile[1].keyHeader, `keyHeader of ${source}`), source }
}

/** The environment takes precedence over the profile. */
export const chooseHeaders = (
  environment: Environment,
  profile: NamedProfile | undefined,
): HeaderChoice | undefined =>
  environmentHeaders(environment) ?? (profile && profileHeaders(profile))

function environmentHeaders({ headers }: Environment): HeaderChoice | undefined {
  if (headers === undefined) return undefined
  return knownHeaders(parseHeaders(headers, 'TOPO_HEADERS'), 'TOPO_HEADERS')
}

const knownHeaders = (headers: Headers, source: string): HeaderChoice => ({
  source,
  names: Object.keys(headers),
  identity: createHash('sha256').update(JSON.stringify(headers)).digest('hex'),
  values: headers,
})

function profileHeaders([name, { headers }]: NamedProfile): HeaderChoice | undefined {
  if (headers === undefined) return undefined
  const source = `The headers of profile ${name}`
  const pairs = Object.entries(headers)
  const entries = pairs.map(([header, value]) => [header, value, source] as const)
  return knownHeaders(checkHeaders(entries, source), `profile ${name}`)
}

/** Where the credentials of a choice of a service come from. */
interface CredentialSources {
  readonly key?: { read(limitMs?: number): Promise<string> } | undefined
  readonly keyHeader?: { readonly value: string } | undefined
  readonly headers?: HeaderChoice | undefined
}

/**
 * Reads the key, which may come from a password manager, and the headers.
 * @throws usage error `TOPO_HEADER_INVALID` if a header would replace the one of the key.
 */
export async function readCredentials(
  { key, keyHeader, headers }: CredentialSources,
  limitMs?: number,
): Promise<ServiceCredentials> {
  const apiKey = await key?.read(limitMs)
  const credentials = { apiKey, keyHeader: keyHeader?.value, headers: headers?.values }
  checkNoConflict(credentials, headers?.source ?? '')
  return credentials
}

/** @throws usage error `TOPO_HEADER_INVALID` if a header would replace the one of the key. */
export function checkNoConflict(
  { apiKey, keyHeader, headers = {} }: ServiceCredentials,
  source: string,
): void {
  const name = keyHeaderOf({ keyHeader })
  if (apiKey === undefined || findHeader(headers, name) === undefined) return
  throw invalid(
    `The headers from ${source} set ${keyHeader ?? 'Authorization'}, which contains the key`,
    'Name another header for the key with TOPO_KEY_HEADER or "topo config set keyHeader NAME".',
  )
}
