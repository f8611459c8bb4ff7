import * as flag from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { readCredentials } from '../../cli/service/headers.ts'
import { maskKey } from '../../cli/service/settings.ts'
import {
  checkConfirmation,
  promptName,
  readAccountContents,
  requireUserName,
  showAccountContents,
} from '../../cli/views/account.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class AccountDelete extends TopoCommand<typeof AccountDelete> {
  static override summary = 'Permanently delete your account on the service, with all its content.'
  static override description =
    'Deletes the account of the key in use ("whoami" shows it). Type the user name to confirm, or give it with --confirm; the scripts of the account must belong to that user. If the service does not show their owner, confirm with one of their slugs or with the masked key. --yes does not confirm.'
  static override examples = [
    'topo account delete --dry-run',
    'topo account delete --confirm alice --dry-run --json',
  ]
  static override fields = ['username', 'address', 'key', 'tierId', 'scripts', 'deleted']
  static override flags = {
    confirm: flag.string({
      helpValue: 'NAME',
      summary: 'Confirm with the user name, one of the slugs, or the masked key.',
    }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { flags, terminal } = this
    const dryRun = flags['dry-run']
    if (!dryRun) requireUserName(flags.confirm, terminal)
    const { source } = await this.key()
    const choice = await this.choice()
    const credentials = await readCredentials(choice)
    const { address, client } = await this.connect(choice.address, credentials)
    const contents = await readAccountContents(client)
    const key = maskKey(credentials.apiKey ?? '')
    showAccountContents(terminal, address, key, contents)
    const typed = flags.confirm ?? (dryRun ? undefined : await promptName(terminal))
    const account = { client, address, key, ...contents }
    const username = typed === undefined ? undefined : await checkConfirmation(account, typed, terminal)
    await client.account.delete()
    terminal.note(`The key from ${source} no longer works; "topo logout" removes a stored profile.`)
    const { tierId } = contents
    const scripts = contents.scripts.length
    return {
      data: { username: username ?? null, address, key, tierId, scripts, deleted: true },
      text: () => {
        const whose = username === undefined ? `the key ${key}` : `${forTerminal(username)} (key ${key})`
        return `Deleted the account of ${whose} on ${address}, with ${scripts === 1 ? '1 script' : `${scripts} scripts`}.`
      },
    }
  }
}
