import { string as stringArgument } from '@oclif/core/args'
import { string } from '@oclif/core/flags'
import { TopoCommand } from '../../cli/command/command.ts'
import { dryRunFlag } from '../../cli/command/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { usageError } from '../../errors.ts'
import { assertDraftsName, deleteDrafts } from '../../project/review/drafts.ts'
import { scriptName } from '../../project/select/resolve-script.ts'
import { SyncState } from '../../project/state/state.ts'
import { forTerminal } from '../../text/for-terminal.ts'

export default class ScriptDelete extends TopoCommand<typeof ScriptDelete> {
  static override summary = 'Permanently delete a script on the service; its local file is kept.'
  static override examples = [
    'topo script delete checkout',
    'topo script delete checkout --yes --json',
    'topo script delete --drafts pr-7 --yes',
  ]
  static override fields = ['id', 'slug', 'deleted']
  static override args = {
    script: stringArgument({ ignoreStdin: true, description: 'Slug, id, file or URL.' }),
  }
  static override flags = {
    ...dryRunFlag,
    drafts: string({
      helpValue: 'NAME',
      summary: 'Delete all drafts of "topo script review --drafts NAME".',
    }),
  }

  protected override async execute(): Promise<CommandResult> {
    const { script } = this.arguments
    const { drafts } = this.flags
    if ((script === undefined) === (drafts === undefined)) throw oneOrDrafts()
    if (drafts !== undefined) return this.#deleteDrafts(drafts)
    return this.#deleteScript(script as string)
  }

  async #deleteDrafts(name: string): Promise<CommandResult> {
    assertDraftsName(name)
    const { client } = await this.service()
    const confirmed = await this.confirm(`Delete the drafts ${name}-… on the service?`)
    const slugs = confirmed ? await deleteDrafts(client, name) : []
    return {
      data: { items: slugs.map((slug) => ({ slug, deleted: true })), totalCount: slugs.length },
      text: () => slugs.map((slug) => `Deleted ${forTerminal(slug)} on the service.`).join('\n'),
    }
  }

  async #deleteScript(given: string): Promise<CommandResult> {
    const project = await this.project()
    const idOrSlug = await scriptName(project, given)
    const { client, address } = await this.service()
    const { id, slug, name } = (await client.scripts.get({ params: { idOrSlug } })).item
    const question = `Delete "${forTerminal(name)}" (${forTerminal(slug)}) on the service?`
    if (!(await this.confirm(question))) {
      return { data: { id, slug, deleted: false }, text: () => 'Nothing was deleted.' }
    }
    await client.scripts.delete({ params: { id } })
    const state = new SyncState(project.root)
    for (const [path, record] of Object.entries(await state.read(address))) {
      if (record.id === id) await state.remove(address, path)
    }
    return {
      data: { id, slug, deleted: true },
      text: () => `Deleted ${forTerminal(slug)} on the service.`,
    }
  }
}

const oneOrDrafts = () =>
  usageError('Expected either one script or --drafts NAME.', {
    hint: 'Give the slug, id, file or URL of the script.',
  })
