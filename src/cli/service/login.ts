/** Prompts for address and key of a login, and checks the key before it is stored. */
import { normalizeBaseUrl } from '../../api/transport/base-url.ts'
import { unexpectedAnswer } from '../../api/transport/network-errors.ts'
import { KnownError, usageError } from '../../errors.ts'
import { once } from '../../grouped.ts'
import { readAccount } from '../../sync/remote/read-account.ts'
import { linesIn } from '../../text/line-ends.ts'
import { readStdin } from '../io/process/stdin.ts'
import { confirm, promptSecret, promptText, requireInteractive } from '../io/prompts.ts'
import type { Terminal } from '../io/terminal.ts'
import { validateKey } from './key/api-key.ts'
import { runSecretCommand } from './key/secret-command.ts'
import type { Service } from './service.ts'
import { localAddress } from './settings.ts'

/**
 * @param given by flag or environment
 * @param proposed by the project file, which other people may write: a person confirms it first
 */
export async function addressForLogin(
  given: string | undefined,
  proposed: string | undefined,
  terminal: Terminal,
): Promise<string> {
  const address =
    given ?? proposed ?? (await promptText(terminal, 'Address of the service', '--base-url'))
  if (address === localAddress) {
    throw usageError('The local service needs no login.', {
      hint: 'Add --local to any command; it acts as alice of the demo world.',
    })
  }
  const normalized = normalizeBaseUrl(address, 'the login')
  if (given === undefined && proposed !== undefined) await confirmProposal(normalized, terminal)
  return normalized
}

async function confirmProposal(address: string, terminal: Terminal): Promise<void> {
  const question = `Log in to ${address}, which topo.config.json names?`
  if (terminal.interactive && (await confirm(terminal, question, false))) return
  throw usageError(`Only topo.config.json names ${address}, and nobody has confirmed it.`, {
    code: 'TOPO_ADDRESS_UNCONFIRMED',
    hint: `If this is your service, add --base-url ${address}.`,
  })
}

/**
 * Checks that the address is the service's, before topo prompts for a key.
 * @throws KnownError for a wrong address.
 */
export async function checkAddress({
  client,
  baseUrl,
}: Pick<Service, 'client' | 'baseUrl'>): Promise<void> {
  try {
    await client.scripts.gallery({ query: { pageSize: 1 } })
  } catch (error) {
    const code = error instanceof KnownError ? error.code : undefined
    // A deployment may require a key for every request.
    if (code === 'TOPO_UNAUTHORIZED' || code === 'TOPO_FORBIDDEN') return
    if (code !== 'TOPO_NOT_FOUND') throw error
    const url = new URL(`${baseUrl}/v1/scripts/gallery`)
    throw unexpectedAnswer({ method: 'GET', url }, 'it has no gallery of scripts (HTTP 404)', {
      cause: error,
    })
  }
}

const secretQuestion = [
  'API key',
  '--with-key and the key on standard input, or --key-command',
] as const

/** Checks before any request that there is a source for the key. */
export function requireKeyInput(
  piped: boolean,
  command: string | undefined,
  terminal: Terminal,
): void {
  if (!piped && command === undefined) requireInteractive(terminal, ...secretQuestion)
}

/** @throws KnownError `TOPO_UNAUTHORIZED` if the service rejects the key. */
export async function checkKey({ client }: Pick<Service, 'client'>, address: string) {
  try {
    return await readAccount(client)
  } catch (error) {
    if (!(error instanceof KnownError && error.code === 'TOPO_UNAUTHORIZED')) throw error
    const { code, exitCode, status, requestId } = error
    throw new KnownError(`${address} does not accept this key, so it was not stored.`, {
      code,
      exitCode,
      status,
      requestId,
      cause: error,
      hint: 'Copy the whole key. If it was revoked, create another one in the web app. If the service reads the key from another header, add --key-header NAME.',
    })
  }
}

/** Contents of standard input: the key and, if flags name headers, their lines after it. */
export interface PipedSecrets {
  readonly key: string
  readonly headers: string
}

/** Reads standard input at most once, when it is needed. */
export function pipedSecrets(withHeaders: boolean): () => Promise<PipedSecrets> {
  return once(async () => {
    const text = (await readStdin('The key', 'key')).toString('utf8').trim()
    const [key = '', ...lines] = withHeaders ? linesIn(text) : [text]
    return { key: key.trim(), headers: lines.join('\n') }
  })
}

/** @param piped undefined without `--with-key` */
export async function keyForLogin(
  piped: (() => Promise<PipedSecrets>) | undefined,
  command: string | undefined,
  terminal: Terminal,
): Promise<string> {
  if (command !== undefined) {
    return validateKey(await runSecretCommand(command), '--key-command')
  }
  const key = piped ? (await piped()).key : await promptSecret(terminal, ...secretQuestion)
  return validateKey(key, piped ? 'standard input' : 'the prompt')
}
