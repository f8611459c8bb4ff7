/** Finds the command that was meant and runs it, or helps. */
import { Config } from '@oclif/core/config'
import { Help, normalizeArgv } from '@oclif/core/help'
import { settings } from '@oclif/core/settings'
import { type KnownError, usageError } from '../errors.ts'
import { nearest } from '../topology/nearest.ts'

export async function dispatch(argv: string[], root: string): Promise<void> {
  // With NODE_ENV=development oclif would look for sources, and warn that there are none.
  settings.enableAutoTranspile = false
  const config = await Config.load({ root, userPlugins: false, devPlugins: false })
  const [id = '', ...rest] = normalizeArgv(config, argv)
  const command = config.findCommand(id)
  if (asksForHelp(argv) || (!command && config.findTopic(id))) {
    await showHelp(config, argv)
  } else if (command) {
    await config.runCommand(id, rest, command)
  } else {
    throw unknownCommand(argv, config)
  }
}

async function showHelp(config: Config, argv: string[]): Promise<void> {
  const words = argv.filter((word) => word !== '--json')
  const lines: string[] = []
  class CapturedHelp extends Help {
    protected override log(...parts: string[]): void {
      lines.push(parts.join(' '))
    }
  }
  const json = words.length < argv.length
  await new CapturedHelp(config, { ...config.pjson.oclif.helpOptions, stripAnsi: json }).showHelp(words)
  const help = lines.join('\n')
  process.stdout.write(json ? `${JSON.stringify({ help })}\n` : `${help}\n`)
}

/** Anywhere on the line, but not behind `--`. */
function asksForHelp(argv: string[]): boolean {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  return argv.length === 0 || words.includes('--help') || words.includes('-h')
}

function unknownCommand(argv: string[], config: Config): KnownError {
  const flag = argv.findIndex((word) => word.startsWith('-'))
  if (flag === 0) {
    return usageError(`"${argv[0]}" stands where the command should be.`, {
      code: 'TOPO_UNKNOWN_COMMAND',
      hint: 'Flags come after the command, as in "topo push --local".',
    })
  }
  const words = argv.slice(0, flag < 0 ? 2 : Math.min(flag, 2))
  const ids = [...config.commandIDs, ...config.commands.flatMap(({ aliases }) => aliases)]
  const names = ids.map((id) => id.replaceAll(':', ' '))
  const near = nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names)
  return usageError(`There is no command "topo ${words.join(' ')}".`, {
    code: 'TOPO_UNKNOWN_COMMAND',
    hint: near === undefined ? 'Run "topo --help" to see all commands.' : `Did you mean "topo ${near}"?`,
  })
}
