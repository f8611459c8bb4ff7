import { scriptsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { eachAnswer, eachFields } from '../../cli/each.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { offered } from '../../project/offered.ts'
import { readNamed } from '../../project/versions.ts'

export default class ScriptPin extends TopoCommand<typeof ScriptPin> {
  static override summary = 'Keep scripts at hand; "topo script search --pinned" lists them.'
  static override examples = [
    '<%= config.bin %> script pin hello-topology',
    '<%= config.bin %> script pin hello-topology payments-platform --json',
  ]
  static override fields = [...eachFields, 'slug', 'pinned']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const project = await this.project()
    const { client } = await this.service()
    return eachAnswer(this.terminal, this.arguments.scripts, 'pinned', async (name) => {
      const { id, slug } = await readNamed(project, client, name)
      await offered('pins', () => client.pins.create({ params: { id } }))
      return { id, slug }
    })
  }
}
