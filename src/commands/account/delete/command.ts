import * as flag from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { dryRunFlag } from '../../../cli/command/flags/flags.ts'
import { readCredentials } from '../../../cli/service/headers.ts'
import { maskKey } from '../../../cli/service/settings.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted } from '../../../text/words.ts'
import {
  checkConfirmation,
  promptName,
  readAccountContents,
  requireUserName,
  showAccountContents,
} from './confirm-deletion.ts'

export default defineCommand({
  summary: 'Permanently delete your account on the service, with all its content.',
  description:
    'Deletes the account of the key in use ("whoami" shows it). Type the user name to confirm, or give it with --confirm; the scripts of the account must belong to that user. If the service does not show their owner, confirm with one of their slugs or with the masked key. --yes does not confirm.',
  examples: [
    'topo account delete --dry-run',
    'topo account delete --confirm alice --dry-run --json',
  ],
  fields: ['username', 'address', 'key', 'tierId', 'scripts', 'deleted'],
  flags: {
    confirm: flag.string({
      helpValue: 'NAME',
      summary: 'Confirm with the user name, one of the slugs, or the masked key.',
    }),
    ...dryRunFlag,
  },
  run: async ({ flags, terminal, chooseService, requireKey, connect }) => {
    const dryRun = flags['dry-run']
    if (!dryRun) requireUserName(flags.confirm, terminal)
    const { source } = await requireKey()
    const choice = await chooseService()
    const credentials = await readCredentials(choice)
    const { address, client } = await connect(choice.address, credentials)
    const contents = await readAccountContents(client)
    const key = maskKey(credentials.apiKey ?? '')
    showAccountContents(terminal, address, key, contents)
    const typed = flags.confirm ?? (dryRun ? undefined : await promptName(terminal))
    const account = { client, address, key, ...contents }
    const username =
      typed === undefined ? undefined : await checkConfirmation(account, typed, terminal)
    await client.account.delete()
    terminal.note(`The key from ${source} no longer works; "topo logout" removes a stored profile.`)
    const { tierId } = contents
    const scripts = contents.scripts.length
    return {
      data: { username: username ?? null, address, key, tierId, scripts, deleted: true },
      isProse: true,
      text: () => {
        const whose =
          username === undefined ? `the key ${key}` : `${forTerminal(username)} (key ${key})`
        return `Deleted the account of ${whose} on ${address}, with ${counted(scripts, 'script')}.`
      },
    }
  },
})
