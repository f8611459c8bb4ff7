/** Which scripts of the project a command is about: the paths that were typed, or all. */
import { boolean, string } from '@oclif/core/flags'
import type { Project } from '../../project/config/project.ts'
import { pathsOf } from '../../project/select/resolve-script.ts'
import type { Selection } from '../../project/select/selection.ts'
import { parseShard } from '../../project/select/shard.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Terminal } from '../io/terminal.ts'

/** Flags that few people need: help lists them behind a command's own. */
const helpGroup = 'SELECTION'

export const ignoreFlag = {
  'no-ignore': boolean({ helpGroup, summary: 'Also what .topoignore leaves alone.' }),
}

export const selectionFlags = {
  ...ignoreFlag,
  'allow-empty': boolean({ helpGroup, summary: 'No script found is no error.' }),
}

export const shardFlag = {
  shard: string({
    helpGroup,
    helpValue: 'N/OF',
    summary: 'Only one part of the scripts, such as 2/8.',
    description:
      'For the jobs of a CI matrix: the slug decides, so each script is in one part, and stays there.',
  }),
}

/** Says on the way which file a slug was taken for. */
export const tellTaken =
  (terminal: Terminal) =>
  (slug: string, path: string): void =>
    terminal.note(`${forTerminal(slug)} is ${forTerminal(path)}`)

/** What was typed, with the project's files in the place of their slugs. */
export const chosenPaths = (
  project: Project,
  { paths = [] }: { paths?: string[] | undefined },
  terminal: Terminal,
): Promise<string[]> => pathsOf(project, paths, tellTaken(terminal))

export const selectionOf = (
  paths: readonly string[],
  flags: { 'allow-empty': boolean; shard?: string | undefined },
): Selection => ({
  paths,
  allowEmpty: flags['allow-empty'],
  ...(flags.shard !== undefined && { shard: parseShard(flags.shard) }),
})
