import { boolean } from '@oclif/core/flags'
import { normalizeBaseUrl } from '../api/base-url.ts'
import { createClient } from '../api/client.ts'
import { createTransport } from '../api/transport.ts'
import { type Answer, TopoCommand } from '../cli/command.ts'
import { defaultProfile, Profiles } from '../cli/profiles.ts'
import { ask, askSecret } from '../cli/prompts.ts'
import { checkedKey, localAddress, masked } from '../cli/settings.ts'
import { readStdin } from '../cli/stdin.ts'
import { usageError } from '../errors.ts'

export default class Login extends TopoCommand<typeof Login> {
  static override summary = 'Keep an API key for a service on this machine.'
  static override description =
    'The key is checked against the service before it is stored, in a file that only you can read.'
  static override examples = [
    '<%= config.bin %> login --base-url https://diagrams.example.com',
    'pass show topo | <%= config.bin %> login --with-key --base-url https://diagrams.example.com',
  ]
  static override flags = {
    'with-key': boolean({ summary: 'Read the key from standard input.' }),
  }

  protected override async act(): Promise<Answer> {
    const { terminal, environment } = this
    const { config } = await this.project()
    const given =
      this.flags['base-url'] ??
      environment.baseUrl ??
      config.baseUrl ??
      (await ask(terminal, 'Address of the service', '--base-url'))
    if (given === localAddress) {
      throw usageError('The embedded service needs no login.', {
        code: 'TOPO_LOCAL_LOGIN',
        hint: 'Add --local to any command; it acts as alice of the demo world.',
      })
    }
    const address = normalizeBaseUrl(given, 'the login')
    const key = this.flags['with-key']
      ? (await readStdin('The key')).toString('utf8').trim()
      : await askSecret(terminal, 'API key', '--with-key and the key on standard input')
    checkedKey(key, 'the login')
    if (environment.proxied) (await import('../cli/proxy.ts')).useProxies()
    const transport = createTransport({ baseUrl: address, apiKey: key, userAgent: this.config.userAgent })
    const { tierId } = await createClient(transport, address).quota.me()

    const profiles = new Profiles(environment)
    const name = this.flags.profile ?? environment.profile ?? defaultProfile
    profiles.save(name, { baseUrl: address, apiKey: key })
    const data = { profile: name, address, key: masked(key), tierId, file: profiles.file }
    return {
      data,
      text: (out) =>
        `${out.style('green', 'Logged in')} to ${address} (tier ${tierId}); profile "${name}" is kept in ${profiles.file}`,
    }
  }
}
