import { collection } from '../../api/resources/collections.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { collectionTable } from '../../cli/views/collections.ts'

export default class CollectionsList extends TopoCommand<typeof CollectionsList> {
  static override summary = 'List your collections, private folders of scripts.'
  static override examples = [
    '<%= config.bin %> collections list',
    '<%= config.bin %> collections list --json --fields id,name',
  ]
  static override fields = fieldsOf(collection)

  protected override async execute(): Promise<CommandResult> {
    const { client } = await this.service()
    const { items } = await client.collections.list()
    return {
      data: { items, totalCount: items.length },
      text: (out) => collectionTable(out, items),
    }
  }
}
