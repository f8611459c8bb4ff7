import { defineCommand } from '../../cli/command/define.ts'
import { requiredArguments } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { eachFields, runForEach } from '../../cli/command/run-each.ts'

export default defineCommand({
  summary: 'Permanently delete comments that you wrote.',
  examples: [
    'topo comments delete eadadb6f-55ef-4cfa-93ca-33c0eea9512e --dry-run',
    'topo comments delete eadadb6f-55ef-4cfa-93ca-33c0eea9512e --yes --json',
  ],
  fields: [...eachFields, 'deleted'],
  args: {
    comments: requiredArguments('Ids of comments, from "comments list".'),
  },
  flags: dryRunFlag,
  run: async ({ args, openService, confirm, terminal }) => {
    const ids = [...new Set(args.comments)]
    const { client } = await openService()
    const what = ids.length === 1 ? 'this comment' : `these ${ids.length} comments`
    if (!(await confirm(`Permanently delete ${what}?`))) {
      return { data: { items: [], totalCount: 0 }, text: () => 'Nothing was deleted.' }
    }
    return runForEach(terminal, {
      names: ids,
      done: 'deleted',
      carryOut: async (id) => {
        await client.comments.delete({ params: { commentId: id } })
        return { id }
      },
    })
  },
})
