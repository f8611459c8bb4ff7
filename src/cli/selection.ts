/** Which scripts of the project a command is about: the paths that were typed, or all. */
import { boolean } from '@oclif/core/flags'
import type { Selection } from '../project/push.ts'

export const ignoreFlag = {
  'no-ignore': boolean({ summary: 'Also what .topoignore leaves alone.' }),
}

export const selectionFlags = {
  ...ignoreFlag,
  'allow-empty': boolean({ summary: 'No script found is no error.' }),
}

export const selectionOf = (
  { paths = [] }: { paths?: string[] | undefined },
  flags: { 'allow-empty': boolean },
): Selection => ({ paths, allowEmpty: flags['allow-empty'] })
