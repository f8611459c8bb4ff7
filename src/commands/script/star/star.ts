/** `script star` and `script unstar`. */
import { setStar } from '../../../api/calls/set-star.ts'
import type { ContextOf } from '../../../cli/command/define.ts'
import { scriptArgument } from '../../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../../cli/command/flags/flags.ts'
import type { CommandResult } from '../../../cli/command/result.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'

export const starCommand = (starred: boolean) => ({
  fields: ['id', 'slug', 'starred', 'changed'],
  args: scriptArgument,
  flags: dryRunFlag,
  run: async ({
    openScript,
    args,
  }: ContextOf<typeof dryRunFlag, typeof scriptArgument>): Promise<CommandResult> => {
    const { client, script } = await openScript(args.script)
    const { id, slug } = script
    const changed = await setStar(client, id, starred)
    const word = starred ? 'starred' : 'unstarred'
    return {
      data: { id, slug, starred, changed: changed ?? null },
      isProse: true,
      text: (out) => {
        if (!out.isTerminal) return [word, slug, id].map(forTerminal).join('\t')
        return `${forTerminal(slug)} is ${adverb(changed)}${out.style('bold', word)}`
      },
    }
  },
})

/** Empty if the service does not say whether anything changed. */
function adverb(changed: boolean | undefined): string {
  if (changed === undefined) return ''
  return changed ? 'now ' : 'already '
}
