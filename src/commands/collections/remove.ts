import { string } from '@oclif/core/args'
import { scriptsArgument } from '../../cli/command/arguments.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { collectedFields, removeFromCollection } from '../../cli/views/collections.ts'

export default class CollectionsRemove extends TopoCommand<typeof CollectionsRemove> {
  static override summary = 'Remove scripts from a collection; the scripts are not deleted.'
  static override examples = [
    '<%= config.bin %> collections create Favourites',
    '<%= config.bin %> collections add Favourites hello-topology payments-platform',
    '<%= config.bin %> collections remove Favourites hello-topology',
    '<%= config.bin %> collections remove Favourites payments-platform --json',
  ]
  static override fields = [...collectedFields, 'removed']
  static override args = {
    collection: string({ required: true, ignoreStdin: true, description: 'Name or id of the collection.' }),
    ...scriptsArgument,
  }
  static override flags = dryRunFlag

  protected override async execute(): Promise<CommandResult> {
    return removeFromCollection(this.terminal, await this.project(), await this.service(), this.arguments)
  }
}
