import { scriptArgument } from '../../cli/arguments.ts'
import { type Answer, TopoCommand } from '../../cli/command.ts'
import { dryRunFlag } from '../../cli/flags.ts'
import { plain } from '../../cli/plain.ts'
import { scriptName } from '../../project/name.ts'
import { SyncState } from '../../project/state.ts'

export default class ScriptDelete extends TopoCommand<typeof ScriptDelete> {
  static override summary = 'Delete a script on the service, for good. Its file here stays.'
  static override examples = [
    '<%= config.bin %> script delete checkout',
    '<%= config.bin %> script delete checkout --yes --json',
  ]
  static override fields = ['id', 'slug', 'deleted']
  static override args = scriptArgument

  static override flags = dryRunFlag

  protected override async act(): Promise<Answer> {
    const project = await this.project()
    const idOrSlug = await scriptName(project, this.arguments.script)
    const { client, address } = await this.service()
    const { id, slug, name } = (await client.scripts.get({ params: { idOrSlug } })).item
    const question = `Delete "${plain(name)}" (${plain(slug)}) on the service?`
    if (!(await this.confirm(question))) {
      return { data: { id, slug, deleted: false }, text: () => 'Nothing was deleted.' }
    }
    await client.scripts.delete({ params: { id } })
    const state = new SyncState(project.root)
    for (const [path, record] of Object.entries(await state.read(address))) {
      if (record.id === id) await state.remove(address, path)
    }
    return { data: { id, slug, deleted: true }, text: () => `${plain(slug)} is deleted on the service.` }
  }
}
