/** Runs the command of a command line, or shows help, and sets the exit code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '@oclif/core/command'
import { Config, Plugin } from '@oclif/core/config'
import { normalizeArgv } from '@oclif/core/help'
import { settings } from '@oclif/core/settings'
import { systemClock } from '../clock.ts'
import { type CommandIndex, configToRun, findIndexed } from './command-index.ts'
import { readCommandLine } from './command-line.ts'
import { unknownCommand } from './help/unknown-command.ts'
import { reportErrorsAsLines, reportFailure } from './io/failure.ts'
import { readEnvironment } from './io/process/environment.ts'
import { endOnSignals } from './io/process/signals.ts'
import { redactOutput, registerHeaderValues, registerSecret, Terminal } from './io/terminal.ts'
import { type CommandManifest, commandsOf } from './manifest.ts'

export async function runCommandLine(argv: string[], root: string): Promise<void> {
  const environment = readEnvironment()
  redactOutput()
  registerSecret(environment.apiKey)
  registerHeaderValues(environment.headers)
  endOnSignals()
  reportErrorsAsLines(false)
  try {
    await dispatch(argv, root)
  } catch (error) {
    const { json, noColor, debug, jsonStream } = readCommandLine(argv)
    const terminal = new Terminal(environment, {
      clock: systemClock,
      json,
      quiet: false,
      noColor,
      noInput: true,
    })
    process.exitCode = reportFailure(error, terminal, debug || environment.debug, jsonStream)
  }
}

async function dispatch(argv: string[], root: string): Promise<void> {
  const line = readCommandLine(argv)
  if (!line.help && (await runIndexed(argv, root))) return
  // With NODE_ENV=development oclif would look for sources, and warn that it found no sources.
  settings.enableAutoTranspile = false
  const config = await loadConfig(root)
  const [id = '', ...rest] = normalizeArgv(config, argv)
  const command = config.findCommand(id)
  if (line.help || (!command && config.findTopic(id))) {
    await showHelp(config, argv)
  } else if (command) {
    if (process.env.npm_command !== undefined) {
      const { rejectSwallowedFlags } = await import('./npm-swallowed-flags.ts')
      rejectSwallowedFlags(Object.keys(command.flags), argv)
    }
    await run(await command.load(), rest, config)
  } else {
    throw unknownCommand(argv, config)
  }
}

/** Runs a command of the index; false if oclif has to decide. */
async function runIndexed(argv: string[], root: string): Promise<boolean> {
  if (process.env.npm_command !== undefined) return false
  const index = JSON.parse(
    readFileSync(join(root, 'dist', 'commands.json'), 'utf8'),
  ) as CommandIndex
  const found = findIndexed(index, argv)
  if (found === undefined) return false
  const { id, path } = found.command
  const { default: command } = (await import(join(root, path))) as { default: CommandClass }
  command.id = id
  await run(command, found.rest, configToRun(root, index.version))
  return true
}

type CommandClass = Awaited<ReturnType<Command.Loadable['load']>>

/** oclif's own way, `Command.run`, would load its configuration again. */
async function run(command: CommandClass, words: string[], config: Config): Promise<void> {
  const Runnable: new (words: string[], config: Config) => Command = command as never
  await new Runnable(words, config).run()
}

/** Loads oclif's configuration, with the flags that the manifest stores once. */
async function loadConfig(root: string): Promise<Config> {
  const plugin = new Plugin({ root, isRoot: true })
  await plugin.load()
  const all = commandsOf(
    plugin.manifest as Plugin['manifest'] & CommandManifest<Plugin['commands'][number]>,
  )
  for (const command of plugin.commands) command.flags = all[command.id]?.flags ?? command.flags
  return Config.load({ root, plugins: new Map([[plugin.name, plugin]]) })
}

/** Shows the help for the words before the first flag; `-h` is short. */
async function showHelp(config: Config, argv: string[]): Promise<void> {
  const { helpFor } = await import('./help/help.ts')
  const { json, noColor, brief } = readCommandLine(argv)
  const { out } = new Terminal(readEnvironment(), {
    clock: systemClock,
    json,
    noColor,
    quiet: false,
    noInput: true,
  })
  const words = argv.filter((word) => !['--json', '--no-color', '--help', '-h'].includes(word))
  const end = words.findIndex((word) => word.startsWith('-'))
  const subject = end < 0 ? words : words.slice(0, end)
  const help = await helpFor(subject, config, { color: out.color, width: out.width, brief })
  out.write(json ? `${JSON.stringify({ help })}\n` : help)
}
