/** Which scripts of the project a command is about: the paths that were typed, or all. */
import { boolean, string } from '@oclif/core/flags'
import type { Selection } from '../project/selection.ts'
import { parseShard } from '../project/shard.ts'

export const ignoreFlag = {
  'no-ignore': boolean({ summary: 'Also what .topoignore leaves alone.' }),
}

export const selectionFlags = {
  ...ignoreFlag,
  'allow-empty': boolean({ summary: 'No script found is no error.' }),
}

export const shardFlag = {
  shard: string({
    helpValue: 'N/OF',
    summary: 'Only one part of the scripts, such as 2/8.',
    description:
      'For the jobs of a CI matrix: the slug decides, so that each script is in one part, and stays there.',
  }),
}

export const selectionOf = (
  { paths = [] }: { paths?: string[] | undefined },
  flags: { 'allow-empty': boolean; shard?: string | undefined },
): Selection => ({
  paths,
  allowEmpty: flags['allow-empty'],
  ...(flags.shard !== undefined && { shard: parseShard(flags.shard) }),
})
