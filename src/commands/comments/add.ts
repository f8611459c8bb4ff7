import { string } from '@oclif/core/args'
import { addComment } from '../../api/calls/comments.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { scriptArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { askedTarget, requireTarget, targetFlags } from '../../cli/views/comment-target.ts'
import { commentText } from '../../cli/views/comments.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class CommentsAdd extends TopoCommand<typeof CommentsAdd> {
  static override summary = 'Comment on a script, or on one of its nodes or edges.'
  static override examples = [
    '<%= config.bin %> comments add hello-topology "Which region is this?" --node web',
    '<%= config.bin %> comments add hello-topology "Encrypted?" --edge "web->db"',
    'echo "Looks good to me." | <%= config.bin %> comments add hello-topology -',
  ]
  static override fields = fieldsOf(commentRecord)
  static override args = {
    ...scriptArgument,
    text: string({
      required: true,
      ignoreStdin: true,
      description: 'Text of the comment; - reads standard input.',
    }),
  }
  static override flags = { ...targetFlags, ...dryRunFlag }

  protected override async execute(): Promise<CommandResult> {
    const target = askedTarget(this.flags)
    const idOrSlug = await scriptName(await this.project(), this.arguments.script)
    const text = await commentText(this.arguments.text)
    const { client } = await this.service()
    const { item } = await client.scripts.get({ params: { idOrSlug } })
    if (target !== undefined) await requireTarget(this.terminal, item, target)
    const data = await addComment(client, item.id, text, target)
    const where = [item.slug, ...(target === undefined ? [] : [`${target.kind} ${target.id}`])].map(
      forTerminal,
    )
    return {
      data,
      text: (out) => (out.isTerminal ? `Commented on ${where.join(', ')}` : forTerminal(data.id)),
    }
  }
}
