import * as flag from '@oclif/core/flags'
import { accountContents, askName, checkName, requireName, showContents } from '../../cli/account.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { masked } from '../../cli/settings.ts'

export default class AccountDelete extends TopoCommand<typeof AccountDelete> {
  static override summary = 'Delete your account on the service with everything in it, for good.'
  static override description =
    'The account is that of the key in use ("whoami" shows which). The user name has to be typed, or given with --confirm; --yes does not suffice. The service does not say whose key it is, so look at what is shown before.'
  static override examples = [
    '<%= config.bin %> account delete --dry-run',
    '<%= config.bin %> account delete --confirm alice --dry-run --json',
  ]
  static override fields = ['username', 'address', 'key', 'tierId', 'scripts', 'deleted']
  static override flags = {
    confirm: flag.string({
      helpValue: 'NAME',
      summary: 'User name of the account, where nobody can type it.',
    }),
    ...dryRunFlag,
  }

  protected override async act(): Promise<Answer> {
    const { flags, terminal } = this
    const dryRun = flags['dry-run']
    if (!dryRun) requireName(flags.confirm, terminal)
    const { read, source } = await this.key()
    const choice = await this.choice()
    const value = await read()
    const { address, client } = await this.connect(choice.address, value)
    const contents = await accountContents(client)
    const { tierId, scripts } = contents
    const key = masked(value)
    showContents(terminal, address, key, contents)
    const username = flags.confirm ?? (dryRun ? undefined : await askName(terminal))
    if (username !== undefined) await checkName(client, username)
    await client.account.delete()
    terminal.note(
      `The key on this machine (from ${source}) is still there, and of no more use; "topo logout" forgets a stored profile.`,
    )
    return {
      data: { username, address, key, tierId, scripts, deleted: true },
      text: () =>
        `The account ${plain(username ?? '')} is deleted on ${address}, with ${scripts === 1 ? '1 script' : `${scripts} scripts`}.`,
    }
  }
}
