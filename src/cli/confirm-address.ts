/** Asks a person whether a key may go to an address that only the project file names: once per address and folder. */
import { join } from 'node:path'
import { KnownError } from '../errors.ts'
import { CONFIG_FILE } from '../project/root.ts'
import { ConfirmedAddresses } from './confirmed-addresses.ts'
import type { Environment } from './environment.ts'
import { plain } from './plain.ts'
import { confirm } from './prompts.ts'
import { type KeyChoice, type ServiceChoice, unconfirmedAddress } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** @throws usage error `TOPO_ADDRESS_UNCONFIRMED` if the answer is no; `--yes` does not give it. */
export async function confirmAddress(
  choice: ServiceChoice,
  key: KeyChoice,
  root: string,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const question = `Send the key from ${key.source} to ${choice.address}, which ${plain(join(root, CONFIG_FILE))} names?`
  if (!(await confirm(terminal, question, false))) throw unconfirmedAddress(choice, key)
  const confirmed = new ConfirmedAddresses(environment)
  try {
    await confirmed.add(root, choice.address)
    terminal.note(`Remembered for this folder in ${confirmed.file}.`)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    terminal.note(`It cannot be remembered: ${error.message}`)
  }
}
