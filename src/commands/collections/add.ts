import { defineCommand } from '../../cli/command/define.ts'
import { collectionCommand } from './collections.ts'

export default defineCommand({
  ...collectionCommand('added', async ({ client, openScript }, id, name) => {
    const { script } = await openScript(name)
    await client.collections.addScript({ params: { id }, body: { scriptId: script.id } })
    return { id: script.id, slug: script.slug }
  }),
  summary: 'Add scripts to a collection; scripts already in it are kept.',
  examples: [
    'topo collections create Favourites',
    'topo collections add Favourites hello-topology payments-platform',
    'topo collections add Favourites alice-shop --json',
  ],
})
