import { readComments } from '../../api/calls/comments.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { requireTarget, targetFlags, targetFrom } from '../../cli/views/comment-target.ts'
import { commentList } from '../../cli/views/comments.ts'
import { readScriptByName } from '../../project/select/resolve-script.ts'

export default defineCommand({
  summary: 'List the comments on a script, or on one of its nodes or edges.',
  examples: ['topo comments list hello-topology', 'topo comments list hello-topology --node db --json'],
  fields: fieldsOf(commentRecord),
  args: scriptArgument,
  flags: targetFlags,
  run: async ({ flags, openProject, args, openService, terminal }) => {
    const target = targetFrom(flags)
    const { client } = await openService('optional')
    const item = await readScriptByName(await openProject(), client, args.script)
    const items = await readComments(client, item.id, target)
    // A node that was removed from the script may still have comments. Check the id only if it has none.
    if (target !== undefined && items.length === 0) await requireTarget(terminal, item, target)
    return { data: { items, totalCount: items.length }, text: (out) => commentList(out, items) }
  },
})
