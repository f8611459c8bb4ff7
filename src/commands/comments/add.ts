import { string } from '@oclif/core/args'
import { comment } from '../../api/resources/comments.ts'
import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { askedTarget, requireTarget, targetFlags } from '../../cli/comment-target.ts'
import { commentText } from '../../cli/comments.ts'
import { fieldsOf } from '../../cli/fields.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { addComment } from '../../project/comments.ts'
import { scriptName } from '../../project/name.ts'

export default class CommentsAdd extends TopoCommand<typeof CommentsAdd> {
  static override summary = 'Comment on a script, or on one of its nodes or connections.'
  static override examples = [
    '<%= config.bin %> comments add hello-topology "Which region is this?" --node web',
    '<%= config.bin %> comments add hello-topology "Encrypted?" --edge "web->db"',
    'echo "Looks good to me." | <%= config.bin %> comments add hello-topology -',
  ]
  static override fields = fieldsOf(comment)
  static override args = {
    ...scriptArgument,
    text: string({ required: true, ignoreStdin: true, description: 'The comment, or - for standard input.' }),
  }
  static override flags = { ...targetFlags, ...dryRunFlag }

  protected override async act(): Promise<Answer> {
    const target = askedTarget(this.flags)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const text = await commentText(this.arguments.text)
    const { client } = await this.service()
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    if (target !== undefined) await requireTarget(this.terminal, item, target)
    const data = await addComment(client, item.id, text, target)
    const where = [item.slug, ...(target === undefined ? [] : [`${target.kind} ${target.id}`])].map(plain)
    return {
      data,
      text: (out) => (out.isTerminal ? `Commented on ${where.join(', ')}` : plain(data.id)),
    }
  }
}
