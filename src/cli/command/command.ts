/** Base class of all commands: parses, executes, and prints the result as text or JSON. */
import { resolve } from 'node:path'
import type { Interfaces } from '@oclif/core'
import { Command } from '@oclif/core/command'
import type { ServiceCredentials } from '../../api/credentials.ts'
import { usageError } from '../../errors.ts'
import type { Project } from '../../project/config/project.ts'
import { jsonText } from '../../text/ci-commands.ts'
import { type Environment, readEnvironment } from '../io/environment.ts'
import { failureDocument, toKnownError, withoutOwnCommand } from '../io/failure.ts'
import { redact, Terminal } from '../io/terminal.ts'
import type { Profiles } from '../service/profiles.ts'
import type { Service } from '../service/service.ts'
import type { KeyChoice, ServiceChoice } from '../service/settings.ts'
import { globalFlags } from './flags.ts'
import type { CommandResult } from './result.ts'

export type FlagsOf<T extends typeof Command> = Interfaces.InferredFlags<typeof globalFlags & T['flags']>
export type ArgumentsOf<T extends typeof Command> = Interfaces.InferredArgs<T['args']>

export abstract class TopoCommand<T extends typeof Command> extends Command {
  static override baseFlags = globalFlags
  /** Names that `--fields` accepts: keys of the JSON document or of its items; `*` accepts any. */
  static fields: readonly string[] = []
  protected flags!: FlagsOf<T>
  protected arguments!: ArgumentsOf<T>
  protected terminal!: Terminal
  protected environment!: Environment
  #project: Promise<Project> | undefined
  #profiles: Promise<Profiles> | undefined
  #choice: Promise<ServiceChoice> | undefined
  #opened: Promise<Service> | undefined
  #service: Service | undefined

  /** Returns undefined if the command has printed everything itself. */
  protected abstract execute(): Promise<CommandResult | undefined>

  override async run(): Promise<void> {
    const { args, flags } = await this.#parseWords()
    this.flags = flags as FlagsOf<T>
    this.arguments = args as ArgumentsOf<T>
    this.environment = readEnvironment()
    this.terminal = new Terminal(this.environment, {
      json: this.flags.json,
      quiet: this.flags.quiet,
      noColor: this.flags['no-color'],
      noInput: this.flags['no-input'],
    })
    const { json, fields, 'output-file': file } = this.flags
    if (fields !== undefined) await this.#checkFields(fields, json || file !== undefined)
    try {
      const answer = await this.#answer()
      this.terminal.activity.end()
      if (answer) await this.#show(answer)
    } catch (thrown) {
      this.terminal.activity.end()
      const { id, aliases } = this.ctor
      const names = [id, ...aliases].map((name) => name.replaceAll(':', ' '))
      const error = withoutOwnCommand(toKnownError(thrown), names, this.argv)
      if (file !== undefined) await writeDocument(file, failureDocument(error))
      throw error
    } finally {
      this.#service?.close()
    }
  }

  async #parseWords() {
    try {
      return await this.parse(this.ctor as never)
    } catch (error) {
      throw (await import('./usage-error.ts')).usageErrorOf(error, this.ctor)
    }
  }

  async #checkFields(fields: string[], shown: boolean): Promise<void> {
    if (!shown) {
      throw usageError('--fields selects fields of the JSON, but no JSON is printed.', {
        code: 'TOPO_NO_JSON',
        hint: 'Add --json or --output-file.',
      })
    }
    const { checkFields } = await import('./fields.ts')
    checkFields(fields, (this.ctor as unknown as typeof TopoCommand).fields)
  }

  async #answer(): Promise<CommandResult | undefined> {
    if (!this.#dryRun) return this.execute()
    const [{ DryRunStop }, { dryRunResult }] = await Promise.all([
      import('../../api/transport.ts'),
      import('./dry-run.ts'),
    ])
    try {
      return await this.execute()
    } catch (error) {
      if (error instanceof DryRunStop) return dryRunResult(error)
      throw error
    }
  }

  get #dryRun(): boolean {
    return (this.flags as { 'dry-run'?: boolean })['dry-run'] === true
  }

  /** True if anybody sees `data`; else a command need not collect it. */
  protected get showsData(): boolean {
    return this.terminal.json || this.flags['output-file'] !== undefined
  }

  async #show({ data, text, exitCode, nextStep: next }: CommandResult): Promise<void> {
    const { out, json } = this.terminal
    const { fields, 'output-file': file } = this.flags
    const shown = fields === undefined ? data : (await import('./fields.ts')).selectFields(data, fields)
    if (file !== undefined) await writeDocument(file, shown)
    const printed = json ? jsonText(shown) : text(out)
    if (printed !== '') out.line(printed)
    if (next !== undefined) this.terminal.hint(`Next: ${next}`)
    process.exitCode = exitCode ?? 0
  }

  /** Asks a person yes or no; `--yes` and `--dry-run` answer yes. */
  protected async confirm(question: string): Promise<boolean> {
    const { confirm } = await import('../io/prompts.ts')
    return confirm(this.terminal, question, this.flags.yes || this.#dryRun)
  }

  /** The folder of scripts and its settings. */
  protected project(): Promise<Project> {
    const ignoring = (this.flags as { 'no-ignore'?: boolean })['no-ignore'] !== true
    this.#project ??= import('../../project/config/project.ts').then(({ openProject }) =>
      openProject(process.cwd(), ignoring),
    )
    return this.#project
  }

  /** Chooses service and key; sends nothing. */
  protected choice(): Promise<ServiceChoice> {
    this.#choice ??= this.#choose()
    return this.#choice
  }

  async #choose(): Promise<ServiceChoice> {
    const { chooseService } = await import('../service/settings.ts')
    return chooseService(this.flags, this.environment, await this.project(), () => this.profiles())
  }

  /**
   * The key, for commands that need one. On a terminal, a person first confirms an address that only the project
   * file names.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4), `TOPO_ADDRESS_UNCONFIRMED` (exit 2).
   */
  protected async key(): Promise<KeyChoice> {
    const { requireKey } = await import('../service/settings.ts')
    const choice = await this.choice()
    const { interactive } = this.terminal
    if (choice.key || !choice.unconfirmedKey || !interactive) return requireKey(choice, interactive)
    const { confirmAddress } = await import('../service/confirm-address.ts')
    const { unconfirmedKey: key, unconfirmedHeaders: headers, ...rest } = choice
    await confirmAddress(choice, (await this.project()).root, this.environment, this.terminal)
    this.#choice = Promise.resolve({ ...rest, key, headers })
    return key
  }

  /** The profiles: logins on this machine. */
  protected profiles(): Promise<Profiles> {
    this.#profiles ??= this.#openProfiles()
    return this.#profiles
  }

  async #openProfiles(): Promise<Profiles> {
    const { Profiles } = await import('../service/profiles.ts')
    const profiles = new Profiles(this.environment)
    if (profiles.exposed) this.terminal.note(`${profiles.file} can be read by others; run chmod 600 on it`)
    return profiles
  }

  /**
   * Opens the service once; it is closed when the command ends.
   * @throws KnownError `TOPO_NOT_LOGGED_IN` (exit 4) when there is no key and `key` is required.
   */
  protected service(key: 'required' | 'optional' = 'required'): Promise<Service> {
    this.#opened ??= this.#open(key)
    return this.#opened
  }

  async #open(key: 'required' | 'optional'): Promise<Service> {
    if (key === 'required') await this.key()
    const choice = await this.choice()
    const { readCredentials } = await import('../service/headers.ts')
    const { confirmationHint, unconfirmedAddress, unsentSecret } = await import('../service/settings.ts')
    const unsent = unsentSecret(choice)
    if (unsent) {
      const { message } = unconfirmedAddress(choice, unsent)
      this.terminal.note(`${message} ${confirmationHint(choice.address)}`)
    }
    return this.connect(choice.address, await readCredentials(choice), choice.webUrl?.value)
  }

  /**
   * Connects to a known address with known credentials.
   * @param readOnly sends no request that could change anything
   */
  protected async connect(
    address: string,
    credentials: ServiceCredentials = {},
    webUrl?: string,
    readOnly = this.#dryRun,
  ): Promise<Service> {
    const [{ openService }, { localAddress }] = await Promise.all([
      import('../service/service.ts'),
      import('../service/settings.ts'),
    ])
    const { root, localDataFolder } = await this.project()
    if (address === localAddress && this.environment.localData === undefined) {
      // With its own .gitignore, so the data never shows up in version control.
      await (await import('../../project/files/topo-folder.ts')).makeTopoFolder(root)
    }
    this.#service = await openService({
      ...{ address, credentials, webUrl, environment: this.environment, terminal: this.terminal },
      debug: this.flags.debug || this.environment.debug,
      localData: this.environment.localData ?? localDataFolder,
      version: this.config.version,
      readOnly,
      limits: this.flags,
    })
    return this.#service
  }

  /** oclif would look up whether the command is deprecated; no command of topo is. */
  override async init(): Promise<void> {}

  /** `run.ts` reports all errors, with and without `--json`. */
  override async catch(error: Error): Promise<never> {
    throw error
  }
}

async function writeDocument(file: string, document: object): Promise<void> {
  const { writeAtomic } = await import('../../project/files/atomic.ts')
  await writeAtomic(resolve(file), redact(`${jsonText(document)}\n`))
}
