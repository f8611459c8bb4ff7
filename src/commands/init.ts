import { type Answer, TopoCommand } from '../cli/command.ts'
import { initProject } from '../cli/init.ts'

export default class Init extends TopoCommand<typeof Init> {
  static override summary = 'Make this folder a project: settings, types for the editor, a first script.'
  static override description = 'What is there already stays as it is.'
  static override examples = ['<%= config.bin %> init', '<%= config.bin %> init --json']
  static override fields = ['path', 'written']

  protected override async act(): Promise<Answer> {
    const items = await initProject(process.cwd(), this.config.root)
    return {
      data: { items, totalCount: items.length },
      text: () => items.map(({ path, written }) => `${written ? 'written' : 'kept'}\t${path}`).join('\n'),
      next: 'topo validate, then topo push --local',
    }
  }
}
