/** What all commands share: they parse, act, and give back an answer that is shown as text or as JSON. */
import type { Interfaces } from '@oclif/core'
import { Command } from '@oclif/core/command'
import type { ExitCode } from '../errors.ts'
import type { Project } from '../project/project.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { globalFlags } from './flags.ts'
import type { Service } from './service.ts'
import type { ServiceChoice } from './settings.ts'
import { type Channel, Terminal } from './terminal.ts'

/** What a command has to say. */
export interface Answer {
  /** The JSON document of `--json`: the resource itself, or `{ items, totalCount }` for a list. */
  data: object
  /** The same for people; nothing is printed for an empty text. */
  text(out: Channel): string
  exitCode?: ExitCode
  /** What people usually do next; shown on a terminal only. */
  next?: string
}

export type FlagsOf<T extends typeof Command> = Interfaces.InferredFlags<typeof globalFlags & T['flags']>
export type ArgumentsOf<T extends typeof Command> = Interfaces.InferredArgs<T['args']>

export abstract class TopoCommand<T extends typeof Command> extends Command {
  static override baseFlags = globalFlags
  /** What was typed. */
  protected flags!: FlagsOf<T>
  protected arguments!: ArgumentsOf<T>
  protected terminal!: Terminal
  protected environment!: Environment
  #project: Promise<Project> | undefined
  #service: Service | undefined

  /** Nothing is shown for a command that has said it all while it ran. */
  protected abstract act(): Promise<Answer | undefined>

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(this.ctor as never)
    this.flags = flags as FlagsOf<T>
    this.arguments = args as ArgumentsOf<T>
    this.environment = readEnvironment()
    this.terminal = new Terminal(this.environment, {
      json: this.flags.json,
      quiet: this.flags.quiet,
      noColor: this.flags['no-color'],
      noInput: this.flags['no-input'],
    })
    try {
      const answer = await this.act()
      if (answer) this.#show(answer)
    } finally {
      this.#service?.close()
    }
  }

  #show({ data, text, exitCode, next }: Answer): void {
    const { out, json } = this.terminal
    const shown = json ? JSON.stringify(data, null, 2) : text(out)
    if (shown !== '') out.line(shown)
    if (next !== undefined) this.terminal.hint(`Next: ${next}`)
    process.exitCode = exitCode ?? 0
  }

  /** The folder of scripts that the command works in, with its settings. */
  protected project(): Promise<Project> {
    this.#project ??= import('../project/project.ts').then(({ openProject }) => openProject(process.cwd()))
    return this.#project
  }

  /** Which service and key are meant; nothing is sent yet. */
  protected async choice(): Promise<ServiceChoice> {
    const { chooseService } = await import('./settings.ts')
    const { config } = await this.project()
    return chooseService(this.flags, this.environment, config, async () => {
      const { Profiles } = await import('./profiles.ts')
      return new Profiles(this.environment)
    })
  }

  /**
   * The service, ready to be asked; what it holds is let go when the command ends.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4) when there is no key and `key` is required.
   */
  protected async service(key: 'required' | 'optional' = 'required'): Promise<Service> {
    const choice = await this.choice()
    const [{ openService }, { localAddress, requireKey }] = await Promise.all([
      import('./service.ts'),
      import('./settings.ts'),
    ])
    if (key === 'required') requireKey(choice, this.terminal.interactive)
    const { root, localDataFolder } = await this.project()
    if (choice.address === localAddress && this.environment.localData === undefined) {
      // With its own .gitignore, so that the data never shows up in version control.
      await (await import('../project/topo-folder.ts')).makeTopoFolder(root)
    }
    this.#service = await openService(choice, {
      environment: this.environment,
      terminal: this.terminal,
      debug: this.flags.debug || this.environment.debug,
      localData: this.environment.localData ?? localDataFolder,
      userAgent: this.config.userAgent,
    })
    return this.#service
  }

  /** Errors are reported by the door, in one place, with and without `--json`. */
  override async catch(error: Error): Promise<never> {
    throw error
  }
}
