/** Selects the project's scripts for a command: the typed paths, or all. */
import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { type SkippedLink, skippedInWords } from '../../../files/script-link.ts'
import type { Project } from '../../../project/config/project.ts'
import { type LocalScript, loadOptionsOf, scriptOf } from '../../../project/script/load.ts'
import { resolvePaths } from '../../../project/select/resolve-script.ts'
import type { Selection } from '../../../project/select/selection.ts'
import { parseShard } from '../../../project/select/shard.ts'
import { forTerminal, forTerminalLines } from '../../../text/safe/for-terminal.ts'
import { readStdin } from '../../io/process/stdin.ts'
import type { Terminal } from '../../io/terminal.ts'

/** Flags that few people need: help lists them behind a command's own. */
const helpGroup = 'SELECTION'

export const ignoreFlag = {
  'no-ignore': boolean({ helpGroup, summary: 'Include files that .topoignore excludes.' }),
}

export const cacheFlag = {
  'no-cache': boolean({
    helpGroup,
    summary: 'Run every script, also those that have not changed since an earlier run.',
  }),
}

export const selectionFlags = {
  ...ignoreFlag,
  ...cacheFlag,
  'allow-empty': boolean({ helpGroup, summary: 'Do not fail if no scripts are found.' }),
}

export const shardFlag = {
  shard: string({
    helpGroup,
    helpValue: 'N/OF',
    summary: 'Use only one part of the scripts, such as 2/8.',
    description:
      'For the jobs of a CI matrix. The slug decides the part, so a script never moves to another part.',
  }),
}

/** Notes the file that a slug was resolved to. */
export const noteResolvedSlug =
  (terminal: Terminal) =>
  (slug: string, path: string): void =>
    terminal.note(`${forTerminal(slug)} is ${forTerminal(path)}`)

/** The typed paths, with slugs replaced by the project's files. */
export const scriptPaths = (
  project: Project,
  { paths = [] }: { paths?: string[] | undefined },
  terminal: Terminal,
): Promise<string[]> => resolvePaths(project, paths, noteResolvedSlug(terminal))

/** @param name of its file, which need not exist */
export async function scriptFromStdin(
  project: Project,
  name = 'stdin.topology.js',
): Promise<LocalScript> {
  const bytes = await readStdin('The script', 'script')
  return scriptOf(bytes, resolve(project.cwd, name), loadOptionsOf(project))
}

/** Notes the symbolic links that are not read. */
const noteSkippedLinks =
  (terminal: Terminal, root: string) =>
  (links: readonly SkippedLink[]): void =>
    terminal.note(forTerminalLines(skippedInWords(links, root).join('\n')))

export const selectionOf = (
  { root }: Pick<Project, 'root'>,
  paths: readonly string[],
  flags: { 'allow-empty': boolean; shard?: string | undefined },
  terminal: Terminal,
): Selection => ({
  paths,
  allowEmpty: flags['allow-empty'],
  onSkipped: noteSkippedLinks(terminal, root),
  ...(flags.shard !== undefined && { shard: parseShard(flags.shard) }),
})
