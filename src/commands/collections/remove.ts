import { defineCommand } from '../../cli/command/define.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import { readScript } from '../../sync/remote/read-remote.ts'
import { collectionCommand } from './collections.ts'

export default defineCommand({
  ...collectionCommand('removed', async ({ client, openProject }, id, name) => {
    const idOrSlug = await scriptName(await openProject(), name)
    // A script that became private is still in the collection, and can be removed by its id.
    const { id: scriptId, slug } = (await readScript(client, idOrSlug)) ?? {
      id: idOrSlug,
      slug: idOrSlug,
    }
    await client.collections.removeScript({ params: { id, scriptId } })
    return { id: scriptId, slug }
  }),
  summary: 'Remove scripts from a collection; the scripts are not deleted.',
  examples: [
    'topo collections create Favourites',
    'topo collections add Favourites hello-topology payments-platform',
    'topo collections remove Favourites hello-topology',
    'topo collections remove Favourites payments-platform --json',
  ],
})
