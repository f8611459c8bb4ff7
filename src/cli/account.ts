/** The end of an account: what would go with it, and that whoever asks for it means it. */
import type { Client } from '../api/client.ts'
import { KnownError, usageError } from '../errors.ts'
import { ownScripts } from '../project/remote.ts'
import { type Fact, factLines } from './facts.ts'
import { plain } from './plain.ts'
import { ask } from './prompts.ts'
import type { Terminal } from './terminal.ts'

/** How many scripts are named, so that a person sees whose account it is. */
const namedScripts = 5

export interface AccountContents {
  tierId: string
  /** How many there are in all. */
  scripts: number
  slugs: string[]
}

export async function accountContents(client: Client): Promise<AccountContents> {
  const [{ tierId }, { items, totalCount }] = await Promise.all([
    client.quota.me(),
    ownScripts(client, namedScripts),
  ])
  return { tierId, scripts: totalCount, slugs: items.map(({ slug }) => slug) }
}

/** Said before anything is asked or done, also with `--quiet`: it is what the confirmation is about. */
export function showContents(
  terminal: Terminal,
  address: string,
  key: string,
  { tierId, scripts, slugs }: AccountContents,
): void {
  const some = slugs.join(', ') + (scripts > slugs.length ? ', …' : '')
  const facts: Fact[] = [
    ['service', address],
    ['key', key],
    ['tier', tierId],
    ['scripts', scripts === 0 ? '0' : `${scripts} (${some})`],
  ]
  // Not through a spinner.
  terminal.activity.end()
  terminal.err.line('The account of this key goes, with all its scripts, stars, comments, collections and')
  terminal.err.line('payments. Nobody can bring it back.')
  terminal.err.line(factLines(terminal.err, facts))
}

/** @throws usage error `TOPO_NEEDS_CONFIRMATION` where neither a name was given nor a person can type it. */
export function requireName(name: string | undefined, terminal: Terminal): void {
  if (name !== undefined || terminal.interactive) return
  throw usageError('Deleting an account cannot be undone, so the name of its user has to be given.', {
    code: 'TOPO_NEEDS_CONFIRMATION',
    hint: 'Add --confirm NAME; --yes does not suffice.',
  })
}

export const askName = (terminal: Terminal): Promise<string> =>
  ask(terminal, 'Type the user name of the account to delete it', '--confirm NAME')

/**
 * The service does not say whose key it is, so that all that can be checked of a name is that it is one.
 * @throws usage error `TOPO_UNKNOWN_USER`
 */
export async function checkName(client: Client, name: string): Promise<void> {
  try {
    const { item } = await client.profiles.byUsername({ params: { username: name } })
    if (item.username === name) return
  } catch (error) {
    if (!(error instanceof KnownError && error.code === 'TOPO_NOT_FOUND')) throw error
  }
  throw usageError(`There is no user "${plain(name)}", so nothing was deleted.`, {
    code: 'TOPO_UNKNOWN_USER',
    hint: 'Give the user name exactly as the profile in the web app shows it.',
  })
}
