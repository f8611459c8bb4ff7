import { argument, scriptsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { collectionItemFields, removeFromCollection } from '../../cli/views/collections.ts'

export default defineCommand({
  summary: 'Remove scripts from a collection; the scripts are not deleted.',
  examples: [
    'topo collections create Favourites',
    'topo collections add Favourites hello-topology payments-platform',
    'topo collections remove Favourites hello-topology',
    'topo collections remove Favourites payments-platform --json',
  ],
  fields: [...collectionItemFields, 'removed'],
  args: {
    collection: argument('Name or id of the collection.'),
    ...scriptsArgument,
  },
  flags: dryRunFlag,
  run: async ({ terminal, openProject, openService, args }) =>
    removeFromCollection(terminal, await openProject(), await openService(), args),
})
