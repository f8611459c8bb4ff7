import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { listNames, readScripts } from '../../api/calls/discovery.ts'
import { searchGallery } from '../../api/calls/gallery.ts'
import { listedScript } from '../../api/resources/scripts.ts'
import { TopoCommand } from '../../cli/command/command.ts'
import { fieldsOf } from '../../cli/command/fields.ts'
import { pageFlags } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { tellOfRest } from '../../cli/command/truncated-note.ts'
import { table } from '../../cli/io/table.ts'

/** The lists exclude each other. */
const without = (name: string) => [...listNames, 'by'].filter((other) => other !== name)

export default class ScriptSearch extends TopoCommand<typeof ScriptSearch> {
  static override summary = 'Search the public gallery (needs no key) or another list of scripts.'
  static override aliases = ['search']
  static override examples = [
    '<%= config.bin %> script search payments',
    '<%= config.bin %> script search --category Infrastructure --tag category:kafka',
    '<%= config.bin %> script search --featured',
    '<%= config.bin %> script search shop --by alice',
    '<%= config.bin %> script search --all --json --fields slug,name,starCount',
  ]
  static override fields = fieldsOf(listedScript)
  static override args = {
    query: stringArgument({
      ignoreStdin: true,
      description: 'Words to search for; default: all scripts.',
    }),
  }
  static override flags = {
    category: string({ helpValue: 'NAME', summary: 'Only scripts in this category.' }),
    tag: string({ helpValue: 'TAG', summary: 'Only scripts with this tag.' }),
    featured: boolean({ summary: 'Only featured scripts.', exclusive: without('featured') }),
    templates: boolean({ summary: 'Only templates.', exclusive: without('templates') }),
    starred: boolean({ summary: 'Only scripts that you starred.', exclusive: without('starred') }),
    pinned: boolean({ summary: 'Only scripts that you pinned.', exclusive: without('pinned') }),
    by: string({ helpValue: 'USER', summary: 'Only scripts by this user.', exclusive: without('by') }),
    ...pageFlags,
  }

  protected override async execute(): Promise<CommandResult> {
    const { category, tag, all, by } = this.flags
    const list = by === undefined ? listNames.find((name) => this.flags[name]) : { username: by }
    const { client } = await this.service(list === undefined ? 'optional' : 'required')
    const limit = all ? Number.POSITIVE_INFINITY : this.flags.limit
    const wanted = { query: this.arguments.query, category, tag }
    const found =
      list === undefined
        ? await searchGallery(client, wanted, limit)
        : await readScripts(client, list, wanted, limit)
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
