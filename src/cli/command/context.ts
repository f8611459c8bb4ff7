/** Opens what the function of a command needs beside its words, at its first use: project, logins and service. */
import type { Interfaces } from '@oclif/core'
import type { Config } from '@oclif/core/config'
import type { ServiceCredentials } from '../../api/transport/credentials.ts'
import { systemClock } from '../../clock.ts'
import { once } from '../../grouped.ts'
import type { Project } from '../../project/config/project.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { type Environment, readEnvironment } from '../io/process/environment.ts'
import { Terminal } from '../io/terminal.ts'
import type { Profiles } from '../service/profiles.ts'
import type { Service } from '../service/service.ts'
import type { WebChoice } from '../service/web-url.ts'
import type { globalFlags } from './flags/flags.ts'
import { type KeyNeed, ServiceOpener } from './service-opener.ts'

/** Flags of every command, and those of some commands that decide what is opened. */
export type CommonFlags = Interfaces.InferredFlags<typeof globalFlags> & {
  'dry-run'?: boolean
  'no-ignore'?: boolean
  'no-cache'?: boolean
}

export type CommandContext = ReturnType<typeof commandContext>

export function commandContext(flags: CommonFlags, config: Config) {
  const environment = readEnvironment()
  const terminal = terminalFor(flags, environment)
  const isDryRun = flags['dry-run'] === true
  const openProject = once(() => projectOf(flags, environment, terminal))
  const openProfiles = once(() => profilesOf(environment, terminal))
  const opener = new ServiceOpener({
    flags,
    environment,
    terminal,
    version: config.version,
    openProject,
    openProfiles,
    isDryRun,
  })
  return {
    config,
    environment,
    terminal,
    /** The folder of scripts and its settings. */
    openProject,
    /** The profiles: logins on this machine. */
    openProfiles,
    chooseService: () => opener.choose(),
    requireKey: () => opener.requireKey(),
    requireKnownWebUrl: () => opener.requireKnownWebUrl(),
    openService: (key?: KeyNeed) => opener.open(key),
    connect: (
      address: string,
      credentials?: ServiceCredentials,
      web?: WebChoice,
      isReadOnly?: boolean,
    ) => opener.connect(address, credentials, web, isReadOnly),
    /** Opens the service, and reads a script by its file, slug, id or URL. */
    openScript: (name: string, key?: KeyNeed) =>
      openScript(name, () => opener.open(key), openProject()),
    /** Asks a person yes or no; `--yes` and `--dry-run` answer yes. */
    confirm: (question: string) => ask(question, terminal, flags.yes || isDryRun),
    /** True if anybody sees `data`; else a command need not collect it. */
    showsData: terminal.json || flags['output-file'] !== undefined,
    close: () => opener.close(),
  }
}

function terminalFor(flags: CommonFlags, environment: Environment): Terminal {
  return new Terminal(environment, {
    clock: systemClock,
    json: flags.json,
    quiet: flags.quiet,
    noColor: flags['no-color'],
    noInput: flags['no-input'],
  })
}

async function projectOf(
  flags: CommonFlags,
  environment: Environment,
  terminal: Terminal,
): Promise<Project> {
  const [{ openProject }, { settingsWarnings }, { textCacheIn }] = await Promise.all([
    import('../../project/config/project.ts'),
    import('../../project/config/config.ts'),
    import('../../files/cache/text-cache.ts'),
  ])
  const project = await openProject(process.cwd(), {
    ignoring: flags['no-ignore'] !== true,
    verdicts: flags['no-cache'] ? undefined : textCacheIn(environment.verdicts),
  })
  for (const warning of await settingsWarnings(project.root, project.cwd))
    terminal.note(forTerminal(warning))
  return project
}

async function profilesOf(environment: Environment, terminal: Terminal): Promise<Profiles> {
  const { Profiles: ProfileStore } = await import('../service/profiles.ts')
  const profiles = new ProfileStore(environment)
  if (profiles.exposed) {
    terminal.note(`${profiles.file} can be read by others; run chmod 600 on it`)
  }
  return profiles
}

async function openScript(name: string, open: () => Promise<Service>, project: Promise<Project>) {
  const { readScriptByName } = await import('../../project/select/resolve-script.ts')
  const client = async () => (await open()).client
  const script = await readScriptByName(await project, client, name)
  return { ...(await open()), script }
}

async function ask(question: string, terminal: Terminal, isAnswered: boolean): Promise<boolean> {
  const { confirm } = await import('../io/prompts.ts')
  return confirm(terminal, question, isAnswered)
}
