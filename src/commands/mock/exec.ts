import { string } from '@oclif/core/flags'
import { defineCommand } from '../../cli/command/define.ts'
import { requiredArguments } from '../../cli/command/flags/arguments.ts'
import { runChild } from '../../cli/io/process/run-child.ts'
import { directVariables } from '../../cli/service/proxy/proxy-variables.ts'
import { findUserKey, mockFlags, serveOptions } from './mock-flags.ts'
import { serveMock } from './serve-mock.ts'

/** A proxy cannot reach the mock: it listens on this machine. */
const localHosts = ['localhost', '127.0.0.1', '::1']

export default defineCommand({
  summary: 'Run a command with its own mock of the service.',
  description:
    'Sets TOPO_BASE_URL, TOPO_API_KEY and TOPO_WEB_URL for the command, forwards signals to it, and exits with its exit code.',
  usage: 'mock exec [FLAGS] -- COMMAND...',
  examples: ['topo mock exec -- npm test', 'topo mock exec --as bob -- topo list --json'],
  args: {
    command: requiredArguments('Command and its arguments, after --.'),
  },
  flags: {
    as: string({
      default: 'alice',
      helpValue: 'USER',
      summary: 'Give the command the key of this user.',
    }),
    ...mockFlags,
  },
  run: async ({ args, flags, environment, terminal }) => {
    const [command = '', ...words] = args.command
    const options = await serveOptions(flags, 0, terminal.clock)
    const served = await serveMock({ ...options, onWarning: (text) => terminal.warn(text) })
    try {
      process.exitCode = await runChild(command, words, {
        TOPO_BASE_URL: served.url,
        TOPO_API_KEY: findUserKey(served.control.database, flags.as),
        TOPO_WEB_URL: served.url,
        // These are for another service.
        TOPO_KEY_HEADER: '',
        TOPO_HEADERS: '',
        ...directVariables(environment.proxy, [...localHosts, new URL(served.url).hostname]),
      })
    } finally {
      await served.close()
    }
  },
})
