import { argument, scriptsArgument } from '../../cli/command/arguments.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import { addToCollection, collectionItemFields } from '../../cli/views/collections.ts'

export default defineCommand({
  summary: 'Add scripts to a collection; scripts already in it are kept.',
  examples: [
    'topo collections create Favourites',
    'topo collections add Favourites hello-topology payments-platform',
    'topo collections add Favourites alice-shop --json',
  ],
  fields: [...collectionItemFields, 'added'],
  args: {
    collection: argument('Name or id of the collection.'),
    ...scriptsArgument,
  },
  flags: dryRunFlag,
  run: async ({ terminal, openProject, openService, args }) =>
    addToCollection(terminal, await openProject(), await openService(), args),
})
