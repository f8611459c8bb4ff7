import { scriptsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { eachAnswer, eachFields } from '../../cli/each.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { offered } from '../../project/offered.ts'
import { readNamed } from '../../project/versions.ts'

export default class ScriptUnpin extends TopoCommand<typeof ScriptUnpin> {
  static override summary = 'Keep scripts at hand no longer.'
  static override examples = [
    '<%= config.bin %> script unpin hello-topology',
    '<%= config.bin %> script unpin hello-topology --json',
  ]
  static override fields = [...eachFields, 'slug', 'unpinned']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const project = await this.project()
    const { client } = await this.service()
    return eachAnswer(this.terminal, this.arguments.scripts, 'unpinned', async (name) => {
      const { id, slug } = await readNamed(project, client, name)
      await offered('pins', () => client.pins.delete({ params: { id } }))
      return { id, slug }
    })
  }
}
