import { boolean, integer } from '@oclif/core/flags'
import type { ListedScript } from '../../api/resources/scripts.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { table } from '../../cli/table.ts'
import { ownScripts } from '../../project/remote.ts'

export default class ScriptList extends TopoCommand<typeof ScriptList> {
  static override summary = 'List your scripts on the service.'
  static override examples = ['<%= config.bin %> script list', '<%= config.bin %> script list --all --json']
  static override flags = {
    limit: integer({ default: 30, min: 1, summary: 'At most so many.' }),
    all: boolean({ summary: 'All of them.' }),
  }

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    const limit = this.flags.all ? Number.POSITIVE_INFINITY : this.flags.limit
    const { items, totalCount } = await ownScripts(client, limit)
    if (items.length < totalCount) {
      this.terminal.note(`${items.length} of ${totalCount} scripts; --all shows the others`)
    }
    return {
      data: { items, totalCount },
      text: (out) => table(out, ['SLUG', 'NAME', 'VISIBILITY', 'VIEWS', 'UPDATED'], items.map(row)),
    }
  }
}

const row = ({ slug, name, isPublic, viewCount, updatedAt }: ListedScript) => [
  slug,
  name,
  isPublic === undefined ? undefined : isPublic ? 'public' : 'private',
  viewCount,
  updatedAt,
]
