import { comment } from '../../api/resources/comments.ts'
import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { askedTarget, requireTarget, targetFlags } from '../../cli/comment-target.ts'
import { commentList } from '../../cli/comments.ts'
import { fieldsOf } from '../../cli/fields.ts'
import { readComments } from '../../project/comments.ts'
import { scriptName } from '../../project/name.ts'

export default class CommentsList extends TopoCommand<typeof CommentsList> {
  static override summary = 'List the comments on a script, or on one of its nodes or connections.'
  static override examples = [
    '<%= config.bin %> comments list hello-topology',
    '<%= config.bin %> comments list hello-topology --node db --json',
  ]
  static override fields = fieldsOf(comment)
  static override args = scriptArgument
  static override flags = targetFlags

  protected override async act(): Promise<Answer> {
    const target = askedTarget(this.flags)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const { client } = await this.service('optional')
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    const items = await readComments(client, item.id, target)
    // A node that the script draws no more may still have comments. Only without any comment may the id be wrong.
    if (target !== undefined && items.length === 0) await requireTarget(this.terminal, item, target)
    return { data: { items, totalCount: items.length }, text: (out) => commentList(out, items) }
  }
}
