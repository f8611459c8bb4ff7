/** Renders the help of one command: its own flags first, the flags of every command last. */
import type { Command } from '@oclif/core/command'
import { CommandHelp, type HelpSectionRenderer } from '@oclif/core/help'
import { fittedList } from './fitted-list.ts'
import { environmentVariables } from './topics/environment.ts'
import { exitCodeMeanings } from './topics/exit-codes.ts'

interface Section {
  header: string
  generate: HelpSectionRenderer
}

export class TopoCommandHelp extends CommandHelp {
  /**
   * The usage of a command is its only text with a template. oclif would compile each text to a function, which takes a third of the
   * time of the help.
   */
  override readonly render = (text: string): string =>
    text.replace('<%= command.id %>', this.command.id)

  override renderList(...[rows, options]: Parameters<CommandHelp['renderList']>): string {
    return fittedList(super.renderList.bind(this), this.opts.maxWidth)(rows, options)
  }

  protected override sections(): Section[] {
    const own = super.sections().filter(({ header }) => header !== 'FLAG DESCRIPTIONS')
    return [
      ...own.map((section) =>
        section.header === 'FLAGS' ? this.#flagsOf(section, 'own') : section,
      ),
      { header: 'JSON FIELDS', generate: () => this.#jsonFields() },
      ...own
        .filter(({ header }) => header === 'FLAGS')
        .map((section) => this.#flagsOf(section, 'common')),
      { header: 'ENVIRONMENT VARIABLES', generate: () => this.#environment() },
      { header: 'EXIT CODES', generate: () => this.#exitCodes() },
    ]
  }

  /** Abbreviates the flags; they are listed below. */
  protected override defaultUsage(): string {
    return [this.command.id, ...argumentLabels(this.command), '[FLAGS]'].join(' ')
  }

  /** Omits the summary, which is the first line of the help. */
  protected override description(): string | undefined {
    const { description } = this.command
    return description && this.wrap(description)
  }

  protected override aliases(aliases: string[] | undefined): string | undefined {
    return super.aliases(aliases?.filter((alias) => alias !== this.command.id))
  }

  /** One line each, without blank lines between them. */
  protected override examples(examples: Command.Example[] | undefined): string | undefined {
    return super.examples(examples)?.replaceAll('\n\n', '\n')
  }

  /** Adds the description to the summary. Flags with a letter come first, so that all are aligned. */
  protected override flags(flags: Command.Flag.Any[]): [string, string | undefined][] | undefined {
    const whole = flags.map((flag) =>
      flag.summary && flag.description
        ? { ...flag, summary: `${flag.summary} ${flag.description}` }
        : flag,
    )
    const short = whole.filter(({ char }) => char)
    const long = whole.filter(({ char }) => !char)
    return super.flags([...short, ...long])
  }

  #flagsOf(section: Section, which: 'own' | 'common'): Section {
    return {
      ...section,
      generate: ({ flags, ...rest }, header) =>
        section.generate(
          {
            ...rest,
            flags: flags
              .filter(({ helpGroup }) => (helpGroup === undefined) === (which === 'own'))
              // Fewer commands have these.
              .sort((a, b) => rank(a.helpGroup) - rank(b.helpGroup)),
          },
          header,
        ),
    }
  }

  #jsonFields(): string | undefined {
    const { fields } = this.command as { fields?: readonly string[] }
    if (fields === undefined || fields.length === 0) return undefined
    return this.wrap(fields[0] === '*' ? 'Those of the answer; see --fields.' : fields.join(', '))
  }

  #environment(): string {
    const names = environmentVariables
      .map(({ name }) => name)
      .filter((name) => name.startsWith('TOPO_'))
    return this.wrap(`${names.join(', ')}; see "topo help environment".`)
  }

  /** Lists exit code 3 only for commands with `--exit-code`. */
  #exitCodes(): string {
    const mayDiffer = 'exit-code' in this.command.flags
    const codes = exitCodeMeanings
      .filter(({ code }) => code !== 3 || mayDiffer)
      .map(({ code, label }) => `${code} ${label}`)
    return this.wrap(`${codes.join(', ')}; see "topo help exit-codes".`)
  }
}

/** `MORE` first, then `SELECTION`. */
const rank = (group = ''): number => -['SELECTION', 'MORE'].indexOf(group)

function argumentLabels({ args }: Command.Loadable): string[] {
  return Object.values(args)
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, required, multiple }) => {
      const label = `${name.toUpperCase()}${multiple === true ? '...' : ''}`
      return required ? label : `[${label}]`
    })
}
