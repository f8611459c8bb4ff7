import { collection } from '../../api/resources/collections.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { collectionTable, readCollections } from '../../cli/views/collections.ts'

export default defineCommand({
  summary: 'List your collections, private folders of scripts.',
  examples: ['topo collections list', 'topo collections list --json --fields id,name'],
  fields: fieldsOf(collection),
  run: async ({ openService }) => {
    const { client } = await openService()
    const { items } = await readCollections(client)
    return { data: { items, totalCount: items.length }, text: (out) => collectionTable(out, items) }
  },
})
