import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import {
  addressForLogin,
  checkAddress,
  checkKey,
  keyForLogin,
  requireKeyInput,
} from '../cli/service/login.ts'
import { maskKey } from '../cli/service/settings.ts'
import { forTerminal } from '../text/for-terminal.ts'

export default class Login extends TopoCommand<typeof Login> {
  static override summary = 'Store an API key for a service on this machine.'
  static override description =
    'Checks the URL, prompts for the key and checks it. Stores the key in a file that only you can read. With --key-command, the file contains the command that prints the key, not the key.'
  static override examples = [
    'topo login --base-url https://diagrams.example.com',
    'pass show topo | topo login --with-key --base-url https://diagrams.example.com',
    'topo login --profile staging --key-command "pass show topo" --base-url https://diagrams.example.com',
  ]
  static override flags = {
    'with-key': boolean({ summary: 'Read the key from standard input.', exclusive: ['key-command'] }),
    'key-command': string({
      helpValue: 'COMMAND',
      summary: 'Store a command that prints the key, not the key.',
    }),
  }
  static override fields = ['profile', 'address', 'key', 'tierId', 'file']

  protected override async execute(): Promise<CommandResult> {
    const { terminal, environment, flags } = this
    const profiles = await this.profiles()
    const { config } = await this.project()
    const input = [flags['with-key'], flags['key-command'], terminal] as const
    const givenUrl = flags['base-url'] ?? environment.baseUrl
    const address = await addressForLogin(givenUrl, config.baseUrl, terminal)
    requireKeyInput(...input)
    await checkAddress(await this.connect(address))
    const key = await keyForLogin(...input)
    const { tierId } = await checkKey(await this.connect(address, key), address)

    const name = flags.profile ?? environment.profile ?? profiles.current()
    const webUrl = profiles.get(name)?.baseUrl === address ? profiles.get(name)?.webUrl : undefined
    const apiKeyCommand = flags['key-command']
    profiles.save(name, {
      baseUrl: address,
      ...(webUrl === undefined ? {} : { webUrl }),
      ...(apiKeyCommand === undefined ? { apiKey: key } : { apiKeyCommand }),
    })
    const data = { profile: name, address, key: maskKey(key), tierId, file: profiles.file }
    const stored = apiKeyCommand === undefined ? 'stored the key in' : 'stored the command in'
    return {
      data,
      text: (out) =>
        `${out.style('green', 'Logged in')} to ${address} (tier ${forTerminal(tierId)}) as profile "${name}"; ${stored} ${profiles.file}`,
      nextStep: name === profiles.current() ? 'topo whoami' : `topo whoami --profile ${name}`,
    }
  }
}
