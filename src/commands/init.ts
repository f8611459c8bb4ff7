import { boolean } from '@oclif/core/flags'
import { type Answer, TopoCommand } from '../cli/command.ts'
import { initProject } from '../cli/init.ts'

export default class Init extends TopoCommand<typeof Init> {
  static override summary = 'Make this folder a project: settings, types for the editor, a first script.'
  static override description =
    'What is there already stays as it is. With --mcp the clients of AI assistants are told how to start "topo mcp": topo is added to .mcp.json, .vscode/mcp.json and .cursor/mcp.json.'
  static override examples = [
    '<%= config.bin %> init',
    '<%= config.bin %> init --mcp',
    '<%= config.bin %> init --json',
  ]
  static override fields = ['path', 'written', 'action']
  static override flags = {
    mcp: boolean({ summary: 'Also tell the clients of AI assistants how to start "topo mcp".' }),
  }

  protected override async act(): Promise<Answer> {
    const folder = process.cwd()
    // First what may be refused, so that nothing is done by halves.
    const told = this.flags.mcp
      ? await (await import('../cli/assistants.ts')).configureAssistants(folder)
      : []
    const items = [...(await initProject(folder, this.config.root)), ...told]
    return {
      data: { items, totalCount: items.length },
      text: () => items.map(({ path, action }) => `${action}\t${path}`).join('\n'),
      next: 'topo validate, then topo push --local',
    }
  }
}
