import { boolean, string } from '@oclif/core/flags'
import { listNames, readScripts, searchGallery } from '../../api/calls/discovery.ts'
import { type ListedScript, listedScript } from '../../api/resources/scripts.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { optionalArgument } from '../../cli/command/flags/arguments.ts'
import { pageFlags } from '../../cli/command/flags/flags.ts'
import { listResult, readPage } from '../../cli/command/list-result.ts'

/** The lists exclude each other. */
const without = (name: string) => [...listNames, 'by'].filter((other) => other !== name)

export default defineCommand({
  summary: 'Search the public gallery (needs no key) or another list.',
  aliases: ['search'],
  examples: [
    'topo search payments',
    'topo search --category Infrastructure --tag category:kafka',
    'topo search --featured',
    'topo search shop --by alice',
    'topo search --all --json --fields slug,name,starCount',
  ],
  fields: listedScript,
  args: { query: optionalArgument('Words to search for; default: all scripts.') },
  flags: {
    category: string({ helpValue: 'NAME', summary: 'Only scripts in this category.' }),
    tag: string({ helpValue: 'TAG', summary: 'Only scripts with this tag.' }),
    featured: boolean({ summary: 'Only featured scripts.', exclusive: without('featured') }),
    templates: boolean({ summary: 'Only templates.', exclusive: without('templates') }),
    starred: boolean({ summary: 'Only scripts that you starred.', exclusive: without('starred') }),
    pinned: boolean({ summary: 'Only scripts that you pinned.', exclusive: without('pinned') }),
    by: string({
      helpValue: 'USER',
      summary: 'Only scripts by this user.',
      exclusive: without('by'),
    }),
    ...pageFlags,
  },
  run: async ({ flags, openService, args, terminal }) => {
    const { category, tag, by } = flags
    const list = by === undefined ? listNames.find((name) => flags[name]) : { username: by }
    const { client } = await openService(list === undefined ? 'optional' : 'required')
    const wanted = { query: args.query, category, tag }
    const found = await readPage(terminal, flags, 'scripts', (most) =>
      list === undefined
        ? searchGallery(client, wanted, most)
        : readScripts(client, list, wanted, most),
    )
    return listResult(found.items, header, row, found.totalCount)
  },
})

const header = ['SLUG', 'NAME', 'CATEGORY', 'TAGS', 'VIEWS', 'STARS']
const row = ({ slug, name, category, tags, viewCount, starCount }: ListedScript) => [
  slug,
  name,
  category,
  tags?.join(', '),
  viewCount,
  starCount,
]
