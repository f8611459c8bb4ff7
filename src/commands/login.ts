import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../cli/command/define.ts'
import { checkNoConflict } from '../cli/service/headers.ts'
import {
  addressForLogin,
  checkAddress,
  checkKey,
  keyForLogin,
  pipedSecrets,
  requireKeyInput,
} from '../cli/service/login.ts'
import { headerFlags, headersForLogin } from '../cli/service/login-headers.ts'
import { maskKey } from '../cli/service/settings.ts'
import { forTerminal } from '../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Store an API key for a service on this machine.',
  description:
    'Checks the URL, prompts for the key and checks it. Stores the key in a file that only you can read. With --key-command, the file contains the command that prints the key, not the key. The value of a --header comes from a line "NAME: value" in TOPO_HEADERS or, with --with-key, on standard input after the key; else topo prompts for it.',
  examples: [
    'topo login --base-url https://diagrams.example.com',
    'pass show topo | topo login --with-key --base-url https://diagrams.example.com',
    'topo login --header CF-Access-Client-Id --header CF-Access-Client-Secret --base-url https://diagrams.example.com',
    'topo login --profile staging --key-command "pass show topo" --base-url https://diagrams.example.com',
  ],
  flags: {
    'with-key': boolean({
      summary: 'Read the key from standard input.',
      exclusive: ['key-command'],
    }),
    'key-command': string({
      helpValue: 'COMMAND',
      summary: 'Store a command that prints the key, not the key.',
    }),
    ...headerFlags,
  },
  fields: ['profile', 'address', 'key', 'tierId', 'file', 'keyHeader', 'headers'],
  run: async ({ flags, terminal, environment, openProject, openProfiles, connect }) => {
    const profiles = await openProfiles()
    const { config } = await openProject()
    const command = flags['key-command']
    const piped = flags['with-key'] ? pipedSecrets(flags.header !== undefined) : undefined
    const givenUrl = flags['base-url'] ?? environment.baseUrl
    const address = await addressForLogin(givenUrl, config.baseUrl, terminal)
    requireKeyInput(piped !== undefined, command, terminal)
    const name = flags.profile ?? environment.profile ?? profiles.current()
    const before = profiles.get(name)?.baseUrl === address ? profiles.get(name) : undefined
    const { settings, credentials } = await headersForLogin({
      flags,
      environment,
      terminal,
      before,
      piped: async () => (await piped?.())?.headers ?? '',
    })
    await checkAddress(await connect(address, credentials))
    const apiKey = await keyForLogin(piped, command, terminal)
    checkNoConflict({ ...credentials, apiKey }, 'this login')
    const { tierId } = await checkKey(await connect(address, { ...credentials, apiKey }), address)

    profiles.save(name, {
      baseUrl: address,
      ...(before?.webUrl === undefined ? {} : { webUrl: before.webUrl }),
      ...(command === undefined ? { apiKey } : { apiKeyCommand: command }),
      ...settings,
    })
    const data = {
      profile: name,
      address,
      key: maskKey(apiKey),
      tierId,
      file: profiles.file,
      ...(settings.keyHeader === undefined ? {} : { keyHeader: settings.keyHeader }),
      ...(settings.headers === undefined ? {} : { headers: Object.keys(settings.headers) }),
    }
    const stored = command === undefined ? 'stored the key in' : 'stored the command in'
    return {
      data,
      isProse: true,
      text: (out) =>
        `${out.style('green', 'Logged in')} to ${address} (tier ${forTerminal(tierId)}) as profile "${name}"; ${stored} ${profiles.file}`,
      nextStep: name === profiles.current() ? 'topo whoami' : `topo whoami --profile ${name}`,
    }
  },
})
