/** Confirms the deletion of an account: shows its contents, and checks that the key belongs to it. */
import type { Client } from '../../../api/client/client.ts'
import { readUntypedList, toScripts, type UntypedPage } from '../../../api/client/untyped.ts'
import type { ListedScript } from '../../../api/resources/scripts.ts'
import { type KeyValue, keyValueLines } from '../../../cli/io/key-value-list.ts'
import { promptText } from '../../../cli/io/prompts.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { ExitCode, KnownError, usageError } from '../../../errors.ts'
import { readAccount } from '../../../sync/remote/read-account.ts'
import { ownScripts } from '../../../sync/remote/read-remote.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

/** Number of scripts to name, so that a person recognises the account. */
const maxNamedScripts = 5

export interface AccountContents {
  tierId: string
  /** All of them, because they prove the owner of the account. */
  scripts: readonly ListedScript[]
}

export async function readAccountContents(client: Client): Promise<AccountContents> {
  const [{ tierId }, { items }] = await Promise.all([readAccount(client), ownScripts(client)])
  return { tierId, scripts: items }
}

/** Printed before the confirmation, also with `--quiet`. */
export function showAccountContents(
  terminal: Terminal,
  address: string,
  key: string,
  { tierId, scripts }: AccountContents,
): void {
  const slugs = scripts.slice(0, maxNamedScripts).map(({ slug }) => slug)
  const some = slugs.join(', ') + (scripts.length > slugs.length ? ', …' : '')
  const facts: KeyValue[] = [
    ['service', address],
    ['key', key],
    ['tier', tierId],
    ['scripts', scripts.length === 0 ? '0' : `${scripts.length} (${some})`],
  ]
  // The spinner would overwrite the lines.
  terminal.activity.end()
  terminal.err.line(
    'This deletes the account of this key, with all its scripts, stars, comments, collections',
  )
  terminal.err.line('and payments. It cannot be undone.')
  terminal.err.line(keyValueLines(terminal.err, facts))
}

/** @throws usage error `TOPO_NEEDS_CONFIRMATION` if no name was given and topo cannot prompt. */
export function requireUserName(name: string | undefined, terminal: Terminal): void {
  if (name !== undefined || terminal.interactive) return
  throw usageError('Deleting an account cannot be undone, so it needs the user name.', {
    code: 'TOPO_NEEDS_CONFIRMATION',
    hint: 'Add --confirm NAME; --yes is not enough.',
  })
}

export const promptName = (terminal: Terminal): Promise<string> =>
  promptText(terminal, 'Type the user name of the account to delete it', '--confirm NAME')

export interface Account extends AccountContents {
  readonly client: Client
  readonly address: string
  /** The masked key. */
  readonly key: string
}

/**
 * Checks that the typed text names the account of the key. If the service proves the user name, that name counts;
 * otherwise a slug or a masked key that only the owner of the key knows.
 * @returns the user name, if that is what was typed
 * @throws usage error for another account, `TOPO_NEEDS_CONFIRMATION` if nothing proves whose key it is
 */
export async function checkConfirmation(
  account: Account,
  typed: string,
  terminal: Terminal,
): Promise<string | undefined> {
  const { client, address, key, scripts } = account
  if (isOwnKey(account, typed)) return undefined
  const userId = await findUserId(client, typed)
  if (userId === undefined) {
    if (provesOwnership(account, typed)) return undefined
    throw usageError(`Unknown user "${forTerminal(typed)}". Nothing was deleted.`, {
      hint: 'Give the user name exactly as the profile in the web app shows it.',
    })
  }
  const proof = await isOwner(client, userId, scripts)
  if (proof === true) return typed
  if (proof === false) {
    throw usageError(
      `The key ${key} is not that of ${forTerminal(typed)}, who does not own its scripts on ${address}. Nothing was deleted.`,
      {
        hint: 'Run "topo account delete --dry-run" to see the account of this key; use another key for another account.',
      },
    )
  }
  const question = `Nothing on the service proves that this is the key of ${forTerminal(typed)}. Type ${scripts.length > 0 ? 'the slug of one of its scripts, or ' : ''}${key}`
  if (terminal.interactive && provesOwnership(account, await promptText(terminal, question, '')))
    return undefined
  throw usageError(
    `Nothing proves that ${key} is the key of ${forTerminal(typed)}. Nothing was deleted.`,
    {
      code: 'TOPO_NEEDS_CONFIRMATION',
      hint: `Confirm with the masked key, or with the slug of one of its scripts: --confirm ${key}`,
    },
  )
}

const provesOwnership = (account: Account, typed: string): boolean =>
  isOwnKey(account, typed) || account.scripts.some(({ slug }) => slug === typed)

/** Accepts three dots for `…`, because they are easier to type. */
const isOwnKey = ({ key }: Account, typed: string): boolean => typed.replace('...', '…') === key

/** The id of the user with exactly this name. */
async function findUserId(client: Client, username: string): Promise<string | undefined> {
  try {
    const { item } = await client.profiles.byUsername({ params: { username } })
    return item.username === username ? item.id : undefined
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_NOT_FOUND') return undefined
    throw error
  }
}

/** Compares the public scripts of the key with those of the user. @returns undefined without scripts to compare */
async function isOwner(
  client: Client,
  userId: string,
  scripts: readonly ListedScript[],
): Promise<boolean | undefined> {
  if (scripts.length === 0) return undefined
  const shown = scripts.filter(({ isPublic }) => isPublic === true)
  const listed = await scriptsOf(client, userId)
  if (listed === undefined) return undefined
  const own = shown.length > 0 ? shown : scripts
  if (own.every(({ id }) => listed.has(id))) return true
  return shown.length > 0 ? false : undefined
}

/** Ids of the scripts that the service lists for a user; undefined if it has no such list. */
async function scriptsOf(client: Client, userId: string): Promise<ReadonlySet<string> | undefined> {
  const ask = (page: UntypedPage) => client.discovery.byUser({ params: { userId }, ...page })
  try {
    const { items } = await readUntypedList(ask, Number.POSITIVE_INFINITY)
    return new Set(toScripts(items).map(({ id }) => id))
  } catch (error) {
    if (error instanceof KnownError && error.exitCode === ExitCode.refused) return undefined
    throw error
  }
}
