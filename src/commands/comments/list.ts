import { readComments } from '../../api/calls/comments.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { scriptArgument } from '../../cli/command/flags/arguments.ts'
import { requireTarget, targetFlags, targetFrom } from './comment-target.ts'
import { commentList } from './comments.ts'

export default defineCommand({
  summary: 'List the comments on a script, or on one of its nodes or edges.',
  examples: [
    'topo comments list hello-topology',
    'topo comments list hello-topology --node db --json',
  ],
  fields: commentRecord,
  args: scriptArgument,
  flags: targetFlags,
  run: async ({ flags, args, openScript, terminal }) => {
    const target = targetFrom(flags)
    const { client, script } = await openScript(args.script, 'optional')
    const items = await readComments(client, script.id, target)
    // A node that was removed from the script may still have comments. Check the id only if it has none.
    if (target !== undefined && items.length === 0) await requireTarget(terminal, script, target)
    return { data: { items, totalCount: items.length }, text: (out) => commentList(out, items) }
  },
})
