import { string } from '@oclif/core/args'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { eachFields, runForEach } from '../../cli/command/run-each.ts'

export default class CommentsDelete extends TopoCommand<typeof CommentsDelete> {
  static override summary = 'Permanently delete comments that you wrote.'
  static override examples = [
    '<%= config.bin %> comments delete eadadb6f-55ef-4cfa-93ca-33c0eea9512e --dry-run',
    '<%= config.bin %> comments delete eadadb6f-55ef-4cfa-93ca-33c0eea9512e --yes --json',
  ]
  static override fields = [...eachFields, 'deleted']
  static override args = {
    comments: string({
      required: true,
      multiple: true,
      ignoreStdin: true,
      description: 'Ids of comments, from "comments list".',
    }),
  }
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    const ids = [...new Set(this.arguments.comments)]
    const { client } = await this.service()
    const what = ids.length === 1 ? 'this comment' : `these ${ids.length} comments`
    if (!(await this.confirm(`Permanently delete ${what}?`))) {
      return { data: { items: [], totalCount: 0 }, text: () => 'Nothing was deleted.' }
    }
    return runForEach(this.terminal, ids, 'deleted', async (id) => {
      await client.comments.delete({ params: { commentId: id } })
      return { id }
    })
  }
}
