import { type ListedScript, listedScript } from '../../api/resources/scripts.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { fieldsOf } from '../../cli/fields.ts'
import { pageFlags } from '../../cli/flags.ts'
import { table } from '../../cli/table.ts'
import type { Channel } from '../../cli/terminal.ts'
import { when } from '../../cli/when.ts'
import { ownScripts } from '../../project/remote.ts'

export default class ScriptList extends TopoCommand<typeof ScriptList> {
  static override summary = 'List your scripts on the service.'
  static override examples = ['<%= config.bin %> script list', '<%= config.bin %> script list --all --json']
  static override fields = fieldsOf(listedScript)
  static override flags = pageFlags

  protected override async act(): Promise<Answer> {
    const { client } = await this.service()
    const limit = this.flags.all ? Number.POSITIVE_INFINITY : this.flags.limit
    const { items, totalCount } = await ownScripts(client, limit)
    if (items.length < totalCount) {
      this.terminal.note(`${items.length} of ${totalCount} scripts; --all shows the others`)
    }
    return {
      data: { items, totalCount },
      text: (out) =>
        table(
          out,
          ['SLUG', 'NAME', 'VISIBILITY', 'VIEWS', 'UPDATED'],
          items.map((script) => row(out, script)),
        ),
    }
  }
}

const row = (out: Channel, { slug, name, isPublic, viewCount, updatedAt }: ListedScript) => [
  slug,
  name,
  isPublic === undefined ? undefined : isPublic ? 'public' : 'private',
  viewCount,
  when(out, updatedAt),
]
