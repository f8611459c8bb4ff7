import { resolve } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { requiredArguments } from '../../../cli/command/flags/arguments.ts'
import { readStdin } from '../../../cli/io/process/stdin.ts'
import { readers } from '../../../convert/index.ts'
import { type ConvertedItem, convertSources } from '../../../project/convert/convert.ts'
import { findSources, type Source } from '../../../project/convert/find-sources.ts'
import { namedFolder } from '../../../project/select/candidate-files.ts'
import {
  convertFields,
  convertResult,
  noteLeftOut,
  nothingFound,
  renamedInWords,
} from './result.ts'

export default defineCommand({
  summary: 'Convert diagrams of other tools into scripts.',
  description:
    'Reads flowcharts and sequence diagrams of Mermaid, also in Markdown files; compose files; and workspaces of Structurizr. Fetches nothing and sends nothing. At the end it lists what a script cannot say, with its line. An id that another diagram of the project gives another label gets an id of its label, or the script a namespace.',
  aliases: ['convert'],
  examples: [
    'topo convert docs --dry-run',
    {
      description: 'Convert the output of another program.',
      command: `printf 'flowchart LR\\nweb --> api\\n' | topo convert - --from mermaid`,
    },
  ],
  fields: [...convertFields],
  args: { sources: requiredArguments('Files or folders, or - for standard input.') },
  flags: {
    from: string({
      options: readers.map(({ name }) => name),
      helpValue: 'LANGUAGE',
      summary: 'mermaid, compose or structurizr; default: from name and content.',
    }),
    into: string({
      helpValue: 'DIR',
      summary:
        "Write to this folder, which gets the folders of the source; default: that of the project's scripts.",
    }),
    force: boolean({ summary: 'Overwrite existing files.' }),
    'dry-run': boolean({ summary: 'Show what would be written, and write nothing.' }),
  },
  run: async ({ args, flags, terminal, openProject }) => {
    const project = await openProject()
    const usual = namedFolder(project) ?? resolve(project.root, 'diagrams')
    const into = flags.into === undefined ? usual : resolve(project.cwd, flags.into)
    const from = readers.find(({ name }) => name === flags.from)?.name
    const isPiped = args.sources.includes('-')
    const sources = [
      ...(isPiped ? [await fromStdin(project.cwd)] : []),
      ...(await findSources(
        project,
        args.sources.filter((name) => name !== '-'),
      )),
    ]
    const options = {
      project,
      into,
      boundary: flags.into === undefined ? project.root : into,
      from,
      force: flags.force,
      writes: !flags['dry-run'],
    }
    const items: ConvertedItem[] = []
    terminal.activity.begin('Converting', sources.length)
    for await (const item of convertSources(sources, options)) items.push(item)
    if (items.length === 0) throw nothingFound(args.sources)
    if (!terminal.out.isTerminal) noteLeftOut(terminal.err, items)
    const renamed = renamedInWords(items)
    if (renamed !== '') terminal.note(renamed)
    return convertResult(items, flags['dry-run'])
  },
})

const fromStdin = async (cwd: string): Promise<Source> => ({
  name: 'standard input',
  file: resolve(cwd, 'diagram'),
  bytes: await readStdin('The diagram', 'drawing'),
})
