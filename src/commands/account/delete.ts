import * as flag from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { masked } from '../../cli/service/settings.ts'
import {
  accountContents,
  askName,
  checkConfirmation,
  requireName,
  showContents,
} from '../../cli/views/account.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class AccountDelete extends TopoCommand<typeof AccountDelete> {
  static override summary = 'Delete your account on the service with everything in it, for good.'
  static override description =
    'The account is that of the key in use ("whoami" shows which). The user name has to be typed, or given with --confirm, and the scripts of the account have to be that user\'s. Where nothing on the service shows whose they are, the slug of one of them or the masked key confirms instead. --yes does not suffice.'
  static override examples = [
    '<%= config.bin %> account delete --dry-run',
    '<%= config.bin %> account delete --confirm alice --dry-run --json',
  ]
  static override fields = ['username', 'address', 'key', 'tierId', 'scripts', 'deleted']
  static override flags = {
    confirm: flag.string({
      helpValue: 'NAME',
      summary: 'User name of the account, one of its slugs, or its masked key.',
    }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { flags, terminal } = this
    const dryRun = flags['dry-run']
    if (!dryRun) requireName(flags.confirm, terminal)
    const { read, source } = await this.key()
    const choice = await this.choice()
    const value = await read()
    const { address, client } = await this.connect(choice.address, value)
    const contents = await accountContents(client)
    const key = masked(value)
    showContents(terminal, address, key, contents)
    const typed = flags.confirm ?? (dryRun ? undefined : await askName(terminal))
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
        return `The account of ${whose} is deleted on ${address}, with ${scripts === 1 ? '1 script' : `${scripts} scripts`}.`
      },
    }
  }
}
