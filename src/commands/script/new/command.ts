import { join, relative } from 'node:path'
import { boolean, string } from '@oclif/core/flags'
import { defineCommand } from '../../../cli/command/define.ts'
import { argument } from '../../../cli/command/flags/arguments.ts'
import { folderOfScripts } from '../../../project/select/candidate-files.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { newScript, starters } from './new-script.ts'

export default defineCommand({
  summary: 'Create a script from a template.',
  aliases: ['new'],
  examples: [
    'topo new payments',
    'topo new "Order pipeline" --starter event-pipeline --dir diagrams',
  ],
  fields: ['path', 'slug', 'starter'],
  args: { name: argument('Name of the script.') },
  flags: {
    starter: string({
      options: [...starters],
      default: 'hello',
      helpValue: 'NAME',
      summary: `Template: ${starters.join(', ')}.`,
      description:
        'Every service draws hello. A comment in each of the others lists the further calls that it needs.',
    }),
    slug: string({
      helpValue: 'SLUG',
      summary: 'Slug, and name of the file; default: made from the name.',
    }),
    dir: string({
      helpValue: 'DIR',
      summary: "Write the file to this folder; default: the folder of the project's scripts.",
    }),
    force: boolean({ summary: 'Overwrite an existing file.' }),
  },
  run: async ({ args, flags, config, openProject }) => {
    const project = await openProject()
    const { root, cwd } = project
    const { starter, force } = flags
    const dir = flags.dir ?? (await folderOfScripts(project))
    const created = await newScript({
      name: args.name,
      slug: flags.slug,
      starter,
      dir,
      force,
      root,
      cwd,
      packageRoot: config.root,
    })
    const path = relative(cwd, join(root, created.path))
    const data = { ...created, path }
    return {
      data,
      text: () => path,
      nextStep: `topo preview ${forTerminal(path)}`,
    }
  },
})
