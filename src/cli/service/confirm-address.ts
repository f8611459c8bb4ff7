/** Prompts before an address that only the project file names gets a key, or is used as the web app: once per address and folder. */
import { join } from 'node:path'
import { KnownError } from '../../errors.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import type { Environment } from '../io/process/environment.ts'
import { confirm } from '../io/prompts.ts'
import type { Terminal } from '../io/terminal.ts'
import { ConfirmedAddresses } from './confirmed-addresses.ts'
import type { SettingValue } from './setting-value.ts'
import { type ServiceChoice, unconfirmedAddress, unsentSecret } from './settings.ts'
import { confirmedWebUrl, unconfirmedWebUrl } from './web-url.ts'

/** @throws usage error `TOPO_ADDRESS_UNCONFIRMED` if a person says no; `--yes` does not confirm. */
export async function confirmAddress(
  choice: ServiceChoice,
  root: string,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const secret = unsentSecret(choice)
  if (secret === undefined) return
  const question = `Send the ${secret.name} from ${secret.source} to ${choice.address}, which ${forTerminal(join(root, CONFIG_FILE))} names?`
  if (!(await confirm(terminal, question, false))) throw unconfirmedAddress(choice, secret)
  await save(choice.address, root, environment, terminal)
}

/** The same for the web app. @throws usage error `TOPO_ADDRESS_UNCONFIRMED` if a person says no. */
export async function confirmWebUrl(
  setting: SettingValue,
  root: string,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const question = `Use ${setting.value} as the web app, which ${forTerminal(join(root, CONFIG_FILE))} names? Share URLs will contain it.`
  if (!(await confirm(terminal, question, false))) throw unconfirmedWebUrl(setting)
  await save(confirmedWebUrl(setting.value), root, environment, terminal)
}

async function save(
  address: string,
  root: string,
  environment: Environment,
  terminal: Terminal,
): Promise<void> {
  const confirmed = new ConfirmedAddresses(environment)
  try {
    await confirmed.add(root, address)
    terminal.note(`Saved for this folder in ${confirmed.file}.`)
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    terminal.note(`Cannot save the confirmation: ${error.message}`)
  }
}
