/** Reads the headers of a login: their names from flags, their values from the environment, standard input or a prompt. */
import type { Interfaces } from '@oclif/core'
import { string } from '@oclif/core/flags'
import type { ServiceCredentials } from '../../api/transport/credentials.ts'
import { usageError } from '../../errors.ts'
import type { Environment } from '../io/process/environment.ts'
import { promptSecret } from '../io/prompts.ts'
import type { Terminal } from '../io/terminal.ts'
import {
  checkHeaderName,
  checkHeaders,
  checkKeyHeader,
  chooseHeaders,
  findHeader,
  parseHeaders,
  readCredentials,
} from './headers.ts'
import type { LoginProfile } from './profiles.ts'

/** Names of headers: no flag takes a value, because others can see what is typed. */
export const headerFlags = {
  'key-header': string({
    helpValue: 'NAME',
    summary: 'Send the key in this header instead of Authorization.',
  }),
  header: string({
    helpValue: 'NAME',
    multiple: true,
    multipleNonGreedy: true,
    summary:
      'Also send and store this header, e.g. for a gateway before the service; its value is read.',
  }),
}

interface HeaderSources {
  flags: Interfaces.InferredFlags<typeof headerFlags>
  environment: Environment
  /** The lines of standard input after the key. */
  piped: () => Promise<string>
  terminal: Terminal
  /** The profile that the login replaces, if it is for the same address. */
  before: LoginProfile | undefined
}

export interface LoginHeaders {
  /** Settings for the profile: those of flags, else those that it had. */
  readonly settings: Pick<LoginProfile, 'keyHeader' | 'headers'>
  /** Sent by this login. Headers of the environment are sent but not stored. */
  readonly credentials: ServiceCredentials
}

export async function headersForLogin(sources: HeaderSources): Promise<LoginHeaders> {
  const { environment, before } = sources
  const keyHeader = keyHeaderForLogin(sources)
  const named = await namedHeaders(sources)
  const kept = named ?? before?.headers
  const settings = { ...(keyHeader !== undefined && { keyHeader }), ...(kept && { headers: kept }) }
  // Flags take precedence over the environment.
  const others = named ? { ...environment, headers: undefined } : environment
  const headers = chooseHeaders(others, ['of this login', { baseUrl: '', ...settings }])
  const credentials = await readCredentials({
    keyHeader: keyHeader ? { value: keyHeader } : undefined,
    headers,
  })
  return { settings, credentials }
}

function keyHeaderForLogin({ flags, environment, before }: HeaderSources): string | undefined {
  if (flags['key-header'] !== undefined) return checkKeyHeader(flags['key-header'], '--key-header')
  if (environment.keyHeader !== undefined)
    return checkKeyHeader(environment.keyHeader, 'TOPO_KEY_HEADER')
  return before?.keyHeader
}

async function namedHeaders(sources: HeaderSources): Promise<LoginProfile['headers']> {
  const { flags, environment, piped, terminal } = sources
  const { header: names } = flags
  if (names === undefined) return undefined
  const given = parseHeaders(environment.headers ?? '', 'TOPO_HEADERS')
  const typed = parseHeaders(await piped(), 'standard input')
  const entries: [string, string, string][] = []
  for (const name of names) {
    checkHeaderName(name, '--header')
    const question = `Value of ${name}`
    const value =
      findHeader(given, name) ??
      findHeader(typed, name) ??
      (await promptSecret(terminal, question, `a line "${name}: value" in TOPO_HEADERS`))
    entries.push([name, value, `The value of --header ${name}`])
  }
  const surplus = Object.keys(typed).find(
    (name) => findHeader(Object.fromEntries(entries), name) === undefined,
  )
  if (surplus === undefined) return checkHeaders(entries, '--header')
  throw usageError(`Standard input contains the header ${surplus}, but no flag names it.`, {
    code: 'TOPO_HEADER_INVALID',
    hint: `Add --header ${surplus}.`,
  })
}
