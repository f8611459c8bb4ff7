/** Finds the command of a command line in an index, which `scripts/build.js` writes: oclif's configuration takes ten times as long. */
import type { Config } from '@oclif/core/config'

export interface IndexedCommand {
  readonly id: string
  /** Path of its module, below the folder of the package. */
  readonly path: string
  /** True if words behind its name are arguments; without arguments, oclif reads them as a part of the name. */
  readonly takesWords: boolean
}

/** The commands by their words, such as `script push` and `push`. */
export interface CommandIndex {
  readonly version: string
  readonly commands: Readonly<Record<string, IndexedCommand>>
}

/** @returns undefined if oclif has to decide: for help, an unknown command and words that are too many */
export function findIndexed(
  { commands }: CommandIndex,
  argv: readonly string[],
): { readonly command: IndexedCommand; readonly rest: string[] } | undefined {
  for (const count of [2, 1]) {
    const words = argv.slice(0, count)
    const name = words.join(' ')
    if (words.some((word) => word.includes(' ')) || !Object.hasOwn(commands, name)) continue
    const command = commands[name] as IndexedCommand
    const next = argv[count]
    const isPartOfName = next !== undefined && !next.startsWith('-') && !next.includes('=')
    return isPartOfName && !command.takesWords ? undefined : { command, rest: argv.slice(count) }
  }
  return undefined
}

/** As much of oclif's configuration as a command needs that runs. */
export function configToRun(root: string, version: string): Config {
  return {
    root,
    version,
    bin: 'topo',
    name: 'topo-cli',
    // Without topics, nothing is looked up again.
    topicSeparator: ':',
    runHook: async () => ({ successes: [], failures: [] }),
    scopedEnvVarKeys: () => [],
  } as unknown as Config
}
