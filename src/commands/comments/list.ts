import { readComments } from '../../api/calls/comments.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { askedTarget, requireTarget, targetFlags } from '../../cli/views/comment-target.ts'
import { commentList } from '../../cli/views/comments.ts'
import { scriptName } from '../../project/select/resolve-script.ts'

export default class CommentsList extends TopoCommand<typeof CommentsList> {
  static override summary = 'List the comments on a script, or on one of its nodes or edges.'
  static override examples = [
    '<%= config.bin %> comments list hello-topology',
    '<%= config.bin %> comments list hello-topology --node db --json',
  ]
  static override fields = fieldsOf(commentRecord)
  static override args = scriptArgument
  static override flags = targetFlags

  protected override async execute(): Promise<CommandResult> {
    const target = askedTarget(this.flags)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const { client } = await this.service('optional')
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    const items = await readComments(client, item.id, target)
    // A node that was removed from the script may still have comments. Check the id only if it has none.
    if (target !== undefined && items.length === 0) await requireTarget(this.terminal, item, target)
    return { data: { items, totalCount: items.length }, text: (out) => commentList(out, items) }
  }
}
