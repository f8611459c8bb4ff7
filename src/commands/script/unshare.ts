import { scriptsArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { eachAnswer, eachFields } from '../../cli/each.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { offered } from '../../project/offered.ts'
import { readNamed } from '../../project/versions.ts'

export default class ScriptUnshare extends TopoCommand<typeof ScriptUnshare> {
  static override summary = 'Take the share address of a script back.'
  static override examples = [
    '<%= config.bin %> script unshare alice-notes',
    '<%= config.bin %> script unshare alice-notes --json',
  ]
  static override fields = [...eachFields, 'slug', 'unshared']
  static override args = scriptsArgument
  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const project = await this.project()
    const { client } = await this.service()
    return eachAnswer(this.terminal, this.arguments.scripts, 'unshared', async (name) => {
      const { id, slug } = await readNamed(project, client, name)
      await offered('share addresses', () => client.sharing.delete({ params: { id } }))
      return { id, slug }
    })
  }
}
