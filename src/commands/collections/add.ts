import { string } from '@oclif/core/args'
import { addToCollection, collectedFields } from '../../cli/collections.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'

export default class CollectionsAdd extends TopoCommand<typeof CollectionsAdd> {
  static override summary = 'Put scripts into a collection; one that is there already stays.'
  static override examples = [
    '<%= config.bin %> collections create Favourites',
    '<%= config.bin %> collections add Favourites hello-topology payments-platform',
    '<%= config.bin %> collections add Favourites alice-shop --json',
  ]
  static override fields = [...collectedFields, 'added']
  static override args = {
    collection: string({ required: true, ignoreStdin: true, description: 'Name or id of the collection.' }),
    scripts: string({
      required: true,
      multiple: true,
      ignoreStdin: true,
      description: 'Slugs, ids, files or web addresses.',
    }),
  }
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    return addToCollection(this.terminal, await this.project(), await this.service(), this.arguments)
  }
}
