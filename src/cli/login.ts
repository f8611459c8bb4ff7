/** What a login asks for, and how its key is checked before it is kept. */
import { normalizeBaseUrl } from '../api/base-url.ts'
import { usageError } from '../errors.ts'
import { runKeyCommand } from './key-command.ts'
import { ask, askSecret } from './prompts.ts'
import { checkedKey, localAddress } from './settings.ts'
import { readStdin } from './stdin.ts'
import type { Terminal } from './terminal.ts'

export async function addressForLogin(given: string | undefined, terminal: Terminal): Promise<string> {
  const address = given ?? (await ask(terminal, 'Address of the service', '--base-url'))
  if (address !== localAddress) return normalizeBaseUrl(address, 'the login')
  throw usageError('The embedded service needs no login.', {
    code: 'TOPO_LOCAL_LOGIN',
    hint: 'Add --local to any command; it acts as alice of the demo world.',
  })
}

export async function keyForLogin(
  piped: boolean,
  command: string | undefined,
  terminal: Terminal,
): Promise<string> {
  if (command !== undefined) return checkedKey(await runKeyCommand(command), '--key-command')
  const key = piped
    ? (await readStdin('The key', 'key')).toString('utf8').trim()
    : await askSecret(terminal, 'API key', '--with-key and the key on standard input, or --key-command')
  return checkedKey(key, 'the login')
}
