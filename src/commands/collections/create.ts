import { string } from '@oclif/core/flags'
import { createCollection } from '../../api/calls/collections.ts'
import { collection as schema } from '../../api/resources/collections.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Create a collection, a private folder of scripts.',
  examples: [
    'topo collections create Favourites',
    'topo collections create "To review" --description "Before Friday" --color "#1f6feb" --json',
  ],
  fields: schema,
  args: { name: argument('Name of the collection.') },
  flags: {
    description: string({ helpValue: 'TEXT', summary: 'Description of the collection.' }),
    color: string({ helpValue: 'HEX', summary: 'Colour of the collection, e.g. "#1f6feb".' }),
    ...dryRunFlag,
  },
  run: async ({ flags, openService, args, terminal }) => {
    const { description, color } = flags
    const { client } = await openService()
    const body = { name: args.name, description, color }
    const { collection, others } = await createCollection(client, body)
    const { id, name } = collection
    if (others.length > 0) {
      terminal.note(`more than one collection is named "${forTerminal(name)}" now; use their ids`)
    }
    return {
      data: collection,
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Created ${out.style('bold', forTerminal(name))}  ${forTerminal(id)}`
          : forTerminal(id),
      nextStep: `topo collections add "${forTerminal(name)}" SCRIPT…`,
    }
  },
})
