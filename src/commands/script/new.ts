import { join, relative } from 'node:path'
import { string as stringArgument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { newScript, starters } from '../../cli/init/new-script.ts'
import { folderOfScripts } from '../../project/select/candidate-files.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class ScriptNew extends TopoCommand<typeof ScriptNew> {
  static override summary = 'Create a script from a template.'
  static override aliases = ['new']
  static override examples = [
    'topo script new payments',
    'topo script new "Order pipeline" --starter event-pipeline --dir diagrams',
  ]
  static override fields = ['path', 'slug', 'starter']
  static override args = {
    name: stringArgument({ required: true, ignoreStdin: true, description: 'Name of the script.' }),
  }
  static override flags = {
    starter: string({
      options: [...starters],
      default: 'hello',
      helpValue: 'NAME',
      summary: `Template: ${starters.join(', ')}.`,
      description:
        'Every service draws hello. A comment in each of the others lists the further calls that it needs.',
    }),
    dir: string({
      helpValue: 'DIR',
      summary: "Write the file to this folder; default: the folder of the project's scripts.",
    }),
    force: boolean({ summary: 'Overwrite an existing file.' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const project = await this.project()
    const { root, cwd } = project
    const { starter, force } = this.flags
    const dir = this.flags.dir ?? (await folderOfScripts(project))
    const created = await newScript({
      name: this.arguments.name,
      starter,
      dir,
      force,
      root,
      cwd,
      packageRoot: this.config.root,
    })
    const path = relative(cwd, join(root, created.path))
    const data = { ...created, path }
    return {
      data,
      text: () => path,
      nextStep: `topo validate ${forTerminal(path)}, then topo push ${forTerminal(path)}`,
    }
  }
}
