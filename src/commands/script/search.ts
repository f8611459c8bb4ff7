import { string as stringArgument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { listedScript } from '../../api/resources/scripts.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { fieldsOf } from '../../cli/fields.ts'
import { pageFlags } from '../../cli/flags.ts'
import { tellOfRest } from '../../cli/page.ts'
import { table } from '../../cli/table.ts'
import { searchGallery } from '../../project/gallery.ts'

export default class ScriptSearch extends TopoCommand<typeof ScriptSearch> {
  static override summary = 'Search the public gallery; no key is needed.'
  static override examples = [
    '<%= config.bin %> script search payments',
    '<%= config.bin %> script search --category Infrastructure --tag category:kafka',
    '<%= config.bin %> script search --all --json --fields slug,name,starCount',
  ]
  static override fields = fieldsOf(listedScript)
  static override args = {
    query: stringArgument({
      ignoreStdin: true,
      description: 'Words to look for; all of the gallery without.',
    }),
  }
  static override flags = {
    category: string({ helpValue: 'NAME', summary: 'Only scripts of this category.' }),
    tag: string({ helpValue: 'TAG', summary: 'Only scripts with this tag.' }),
    ...pageFlags,
  }

  protected override async act(): Promise<Answer> {
    const { category, tag, all } = this.flags
    const { client } = await this.service('optional')
    const limit = all ? Number.POSITIVE_INFINITY : this.flags.limit
    const found = await searchGallery(client, { query: this.arguments.query, category, tag }, limit)
    tellOfRest(this.terminal, found, 'scripts', all)
    return {
      data: found,
      text: (out) =>
        table(
          out,
          ['SLUG', 'NAME', 'CATEGORY', 'TAGS', 'VIEWS', 'STARS'],
          found.items.map(({ slug, name, category, tags, viewCount, starCount }) => [
            ...[slug, name, category, tags?.join(', '), viewCount, starCount],
          ]),
        ),
    }
  }
}
