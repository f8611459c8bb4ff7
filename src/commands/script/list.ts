import { type ListedScript, listedScript } from '../../api/resources/scripts.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { tellOfRest } from '../../cli/command/truncated-note.ts'
import type { Channel } from '../../cli/io/channel.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { table } from '../../cli/io/table.ts'
import { ownScripts } from '../../project/remote/remote.ts'

export default class ScriptList extends TopoCommand<typeof ScriptList> {
  static override summary = 'List your scripts on the service.'
  static override aliases = ['list']
  static override examples = ['<%= config.bin %> script list', '<%= config.bin %> script list --all --json']
  static override fields = fieldsOf(listedScript)
  static override flags = pageFlags

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const limit = this.flags.all ? Number.POSITIVE_INFINITY : this.flags.limit
    const found = await ownScripts(client, limit)
    tellOfRest(this.terminal, found, 'scripts', this.flags.all)
    return {
      data: found,
      text: (out) =>
        table(
          out,
          ['SLUG', 'NAME', 'VISIBILITY', 'VIEWS', 'UPDATED'],
          found.items.map((script) => row(out, script)),
        ),
    }
  }
}

const row = (out: Channel, { slug, name, isPublic, viewCount, updatedAt }: ListedScript) => [
  slug,
  name,
  isPublic === undefined ? undefined : isPublic ? 'public' : 'private',
  viewCount,
  formatTime(out, updatedAt),
]
