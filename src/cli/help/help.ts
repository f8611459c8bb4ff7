/** Renders help: of a command, a noun or a topic, or the list of all commands. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Interfaces } from '@oclif/core'
import type { Command } from '@oclif/core/command'
import type { Config } from '@oclif/core/config'
import { Help } from '@oclif/core/help'
import { BriefCommandHelp } from './brief-help.ts'
import { TopoCommandHelp } from './command-help.ts'
import { fittedList } from './fitted-list.ts'
import { everydayGroups, firstExamples, otherGroups } from './groups.ts'
import { sectionsOf } from './topics/language.ts'
import type { Topic } from './topics/topic.ts'
import { unknownSubject } from './unknown-command.ts'

interface HelpLook {
  color: boolean
  width?: number
  /** `-h` instead of `--help`. */
  brief?: boolean
}

interface TopoHelpOptions extends Interfaces.HelpOptions {
  readonly brief: boolean
  readonly lines: string[]
}

/** Shows help in the way that the configuration says. */
type ShowHelp = (words: string[], config: Config) => Promise<void>

/**
 * The text of the help for what the words name: a command, a noun, a topic, or everything.
 *
 * @param show for `--help` the class below, like oclif; the help command has oclif's, which finds the class by `helpClass`
 * in package.json
 * @throws usage error with the nearest name.
 */
export async function helpFor(
  words: string[],
  config: Config,
  { color, width, brief = false }: HelpLook,
  show: ShowHelp = showTopoHelp,
): Promise<string> {
  const lines: string[] = []
  const options: TopoHelpOptions = {
    lines,
    brief,
    stripAnsi: !color,
    flagSortOrder: 'none',
    // Always set: oclif measures the terminal once per process.
    maxWidth: Math.min(width ?? PIPE_WIDTH, WIDEST),
  }
  config.pjson.oclif.helpOptions = options
  await show(words, config)
  return `${lines.join('\n').trimEnd()}\n`
}

const showTopoHelp: ShowHelp = (words, config) => new TopoHelp(config).showHelp(words)

/** Longer lines are hard to read. */
const WIDEST = 100
const PIPE_WIDTH = 80
/** Fits the longest name of a group. */
const COMMAND_WIDTH = 13

export default class TopoHelp extends Help {
  readonly #lines: string[]

  /** oclif's help command gives no options of the look. */
  constructor(config: Config, given: Partial<Interfaces.HelpOptions> = {}) {
    const options = config.pjson.oclif.helpOptions as TopoHelpOptions
    super(config, { ...options, ...given })
    this.#lines = options.lines
    this.CommandHelpClass = options.brief ? BriefCommandHelp : TopoCommandHelp
  }

  /** Lines without indentation are sentences, which oclif does not wrap. */
  protected override log(...parts: string[]): void {
    const lines = parts.join(' ').split('\n')
    this.#lines.push(lines.map((line) => (/^\S/.test(line) ? this.wrap(line, 0) : line)).join('\n'))
  }

  override renderList(...[rows, options]: Parameters<Help['renderList']>): string {
    return fittedList(super.renderList.bind(this), this.opts.maxWidth)(rows, options)
  }

  override async showHelp(words: string[]): Promise<void> {
    if (words.length === 0) return this.showRootHelp()
    const command = this.#commandOf(words)
    if (command) return this.showCommandHelp(command)
    // Only here, because the topics bring all error codes.
    const { helpTopics } = await import('./topics/index.ts')
    const asked = words.join(' ')
    const topic = helpTopics.find(({ name, alias }) => [name, alias].includes(asked))
    const noun = this.config.findTopic(words.join(':'))
    if (topic) this.#showHelpTopic(topic)
    else if (noun) await this.showTopicHelp(noun)
    else
      throw unknownSubject(
        words,
        helpTopics.map(({ name }) => name),
        this.config,
      )
  }

  /** Words after a command's name are its arguments, unless it takes none. */
  #commandOf(words: string[]): Command.Loadable | undefined {
    for (let length = words.length; length > 0; length--) {
      const command = this.config.findCommand(words.slice(0, length).join(':'))
      if (command)
        return length === words.length || Object.keys(command.args).length > 0 ? command : undefined
    }
    return undefined
  }

  #showHelpTopic({ summary, sections, file }: Topic): void {
    this.log(`${summary}\n`)
    const further =
      file === undefined ? [] : sectionsOf(readFileSync(join(this.config.root, file), 'utf8'))
    for (const { title, text, rows, code, commands } of [...sections, ...further]) {
      const list =
        rows &&
        this.renderList(
          rows.map(([...row]) => row),
          { indentation: 2, stripAnsi: true },
        )
      const parts = [
        text && this.wrap(text),
        list,
        code && this.render(code),
        commands && this.#list(commands),
      ]
      const body = parts.filter((part) => part !== undefined).join('\n\n')
      this.log(`${this.section(title.toUpperCase(), body).replace(/^\n/, '')}\n`)
    }
  }

  protected override async showRootHelp(): Promise<void> {
    this.log(`${this.formatRoot()}\n`)
    const examples = firstExamples.map((line) => `$ ${line}`)
    this.log(`${this.section('EXAMPLES', examples.join('\n'))}\n`)
    for (const { title, names } of everydayGroups)
      this.log(`${this.section(title, this.#list(names))}\n`)
    const others = otherGroups.flatMap(({ names }) => names).join(', ')
    this.log(`${this.section('MORE', this.wrap(`topo help service: ${others}.`))}\n`)
    const { helpTopics } = await import('./topics/index.ts')
    const topics = helpTopics.map(({ name }) => name).join(', ')
    this.log(this.section('HELP TOPICS', this.wrap(`topo help TOPIC: ${topics}.`)))
  }

  #list(names: readonly string[]): string {
    const rows = names.map((name): [string, string] => [
      name.padEnd(COMMAND_WIDTH),
      this.#summaryOf(name),
    ])
    return this.renderList(rows, { indentation: 2, stripAnsi: true })
  }

  #summaryOf(name: string): string {
    const command = this.config.findCommand(name)
    const noun = this.config.findTopic(name)
    return (command ? command.summary : noun?.description) ?? ''
  }

  /** Omits the version: its platform would be that of the build machine. */
  override formatRoot(): string {
    const usage = ['$ topo COMMAND [FLAGS]', '$ topo help COMMAND|TOPIC'].join('\n')
    return `${this.config.pjson.description}.\n\n${this.section('USAGE', usage)}`
  }
}
