import { string as stringArgument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { collection as schema } from '../../api/resources/collections.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { createCollection } from '../../cli/views/collections.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class CollectionsCreate extends TopoCommand<typeof CollectionsCreate> {
  static override summary = 'Create a collection, a private folder of scripts.'
  static override examples = [
    '<%= config.bin %> collections create Favourites',
    '<%= config.bin %> collections create "To review" --description "Before Friday" --color "#1f6feb" --json',
  ]
  static override fields = fieldsOf(schema)
  static override args = {
    name: stringArgument({ required: true, ignoreStdin: true, description: 'Name of the collection.' }),
  }
  static override flags = {
    description: string({ helpValue: 'TEXT', summary: 'Description of the collection.' }),
    color: string({ helpValue: 'HEX', summary: 'Colour of the collection, e.g. "#1f6feb".' }),
    ...dryRunFlag,
  }

  protected override async execute(): Promise<CommandResult> {
    const { description, color } = this.flags
    const { client } = await this.service()
    const body = { name: this.arguments.name, description, color }
    const { collection, others } = await createCollection(client, body)
    const { id, name } = collection
    if (others.length > 0) {
      this.terminal.note(`more than one collection is named "${forTerminal(name)}" now; use their ids`)
    }
    return {
      data: collection,
      text: (out) =>
        out.isTerminal
          ? `Created ${out.style('bold', forTerminal(name))}  ${forTerminal(id)}`
          : forTerminal(id),
      nextStep: `topo collections add "${forTerminal(name)}" SCRIPT…`,
    }
  }
}
