import { addComment } from '../../api/calls/comments.ts'
import { commentRecord } from '../../api/resources/comments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument, scriptArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { requireTarget, targetFlags, targetFrom } from './comment-target.ts'
import { commentText } from './comments.ts'

export default defineCommand({
  summary: 'Comment on a script, or on one of its nodes or edges.',
  examples: [
    'topo comments add hello-topology "Which region is this?" --node web',
    'topo comments add hello-topology "Encrypted?" --edge "web->db"',
    'echo "Looks good to me." | topo comments add hello-topology -',
  ],
  fields: commentRecord,
  args: {
    ...scriptArgument,
    text: argument('Text of the comment; - reads standard input.'),
  },
  flags: { ...targetFlags, ...dryRunFlag },
  run: async ({ flags, args, openScript, terminal }) => {
    const target = targetFrom(flags)
    const text = await commentText(args.text)
    const { client, script } = await openScript(args.script)
    if (target !== undefined) await requireTarget(terminal, script, target)
    const data = await addComment(client, script.id, text, target)
    const where = [
      script.slug,
      ...(target === undefined ? [] : [`${target.kind} ${target.id}`]),
    ].map(forTerminal)
    return {
      data,
      isProse: true,
      text: (out) => (out.isTerminal ? `Commented on ${where.join(', ')}` : forTerminal(data.id)),
    }
  },
})
