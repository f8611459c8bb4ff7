import { boolean, string } from '@oclif/core/flags'
import { TopoCommand } from '../cli/command/command.ts'
import type { CommandResult } from '../cli/command/result.ts'
import { initAll } from '../cli/init/init.ts'
import { type PipelineName, pipelineNames } from '../cli/init/pipeline.ts'

export default class Init extends TopoCommand<typeof Init> {
  static override summary = 'Make this folder a project: settings, types for the editor, a first script.'
  static override description =
    'What is there already stays as it is. With --ci a ready-made pipeline is written to the top of the repository as well: the diagrams of a pull request are checked and drawn before and after, with no key and nothing sent; they are published once they are merged, and compared with the service every night. A folder that is a project already gets nothing but the pipeline then. With --mcp the clients of AI assistants are told how to start "topo mcp": topo is added to .mcp.json, .vscode/mcp.json and .cursor/mcp.json.'
  static override examples = [
    '<%= config.bin %> init',
    '<%= config.bin %> init --ci github',
    '<%= config.bin %> init --ci github --preview',
    '<%= config.bin %> init --mcp',
    '<%= config.bin %> init --json',
  ]
  static override fields = ['path', 'written', 'action']
  static override flags = {
    ci: string({ options: pipelineNames, helpValue: 'SYSTEM', summary: 'Write a pipeline for it too.' }),
    preview: boolean({
      dependsOn: ['ci'],
      summary: 'Also show a pull request on the service, as private drafts that go when it is closed.',
    }),
    force: boolean({ dependsOn: ['ci'], summary: 'Write the files of the pipeline anew.' }),
    mcp: boolean({ summary: 'Also tell the clients of AI assistants how to start "topo mcp".' }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { force, preview, mcp } = this.flags
    const ci = this.flags.ci as PipelineName | undefined
    const { items, todo } = await initAll({
      ...{ folder: process.cwd(), packageRoot: this.config.root, ci, force, preview, mcp },
    })
    return {
      data: { items, totalCount: items.length, ...(ci === undefined ? {} : { todo }) },
      text: () =>
        [
          ...items.map(({ path, action }) => `${action}\t${path}`),
          ...todo.map((sentence) => `to do\t${sentence}`),
        ].join('\n'),
      nextStep: ci === undefined ? 'topo validate, then topo push --local' : 'commit these files on a branch',
    }
  }
}
