import { readCollections } from '../../api/calls/collections.ts'
import { collection } from '../../api/resources/collections.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { formatTime } from '../../cli/io/format-time.ts'
import { table } from '../../cli/io/table.ts'

export default defineCommand({
  summary: 'List your collections, private folders of scripts.',
  examples: ['topo collections list', 'topo collections list --json --fields id,name'],
  fields: collection,
  run: async ({ openService }) => {
    const { client } = await openService()
    const { items } = await readCollections(client)
    return {
      data: { items, totalCount: items.length },
      // A terminal would cut the ids, and the name is enough.
      text: (out) =>
        table(
          out,
          [...(out.isTerminal ? [] : ['ID']), 'NAME', 'SCRIPTS', 'DESCRIPTION', 'COLOR', 'CREATED'],
          items.map(({ id, name, scriptCount, description, color, createdAt }) => [
            ...(out.isTerminal ? [] : [id]),
            name,
            scriptCount,
            description,
            color,
            formatTime(out, createdAt),
          ]),
        ),
    }
  },
})
