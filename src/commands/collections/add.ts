import { string } from '@oclif/core/args'
import { scriptsArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { addToCollection, collectedFields } from '../../cli/views/collections.ts'

export default class CollectionsAdd extends TopoCommand<typeof CollectionsAdd> {
  static override summary = 'Add scripts to a collection; scripts already in it are kept.'
  static override examples = [
    '<%= config.bin %> collections create Favourites',
    '<%= config.bin %> collections add Favourites hello-topology payments-platform',
    '<%= config.bin %> collections add Favourites alice-shop --json',
  ]
  static override fields = [...collectedFields, 'added']
  static override args = {
    collection: string({ required: true, ignoreStdin: true, description: 'Name or id of the collection.' }),
    ...scriptsArgument,
  }
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return addToCollection(this.terminal, await this.project(), await this.service(), this.arguments)
  }
}
