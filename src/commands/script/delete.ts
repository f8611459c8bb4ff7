import { string } from '@oclif/core/flags'
import type { CommandContext } from '../../cli/command/context.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { optionalArgument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import type { CommandResult } from '../../cli/command/result.ts'
import { usageError } from '../../errors.ts'
import { assertDraftsName, deleteDrafts } from '../../review/drafts.ts'
import { toRemote } from '../../sync/remote/read-remote.ts'
import { deleteScript } from '../../sync/send/send-script.ts'
import { SyncState } from '../../sync/state/state.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Permanently delete a script on the service; its local file is kept.',
  examples: [
    'topo script delete checkout',
    'topo script delete checkout --yes --json',
    'topo script delete --drafts pr-7 --yes',
  ],
  fields: ['id', 'slug', 'deleted'],
  args: { script: optionalArgument('Slug, id, file or URL.') },
  flags: {
    ...dryRunFlag,
    drafts: string({
      helpValue: 'NAME',
      summary: 'Delete all drafts of "topo script review --drafts NAME".',
    }),
  },
  run: async (context) => {
    const { script } = context.args
    const { drafts } = context.flags
    if ((script === undefined) === (drafts === undefined)) throw oneOrDrafts()
    return drafts === undefined
      ? deleteOne(script as string, context)
      : deleteAllDrafts(drafts, context)
  },
})

async function deleteAllDrafts(
  name: string,
  { openService, confirm }: CommandContext,
): Promise<CommandResult> {
  assertDraftsName(name)
  const { client } = await openService()
  const confirmed = await confirm(`Delete the drafts ${name}-… on the service?`)
  const slugs = confirmed ? await deleteDrafts(client, name) : []
  const items = slugs.map((slug) => ({ slug, deleted: true }))
  return {
    data: { items, totalCount: items.length },
    text: () => slugs.map((slug) => `Deleted ${forTerminal(slug)} on the service.`).join('\n'),
  }
}

async function deleteOne(
  given: string,
  { openProject, openScript, confirm }: CommandContext,
): Promise<CommandResult> {
  const { client, address, script } = await openScript(given)
  const { id, slug, name } = script
  const question = `Delete "${forTerminal(name)}" (${forTerminal(slug)}) on the service?`
  if (!(await confirm(question))) {
    return { data: { id, slug, deleted: false }, text: () => 'Nothing was deleted.' }
  }
  await deleteScript(client, toRemote(script))
  const state = new SyncState((await openProject()).root, client.clock)
  for (const [path, record] of Object.entries(await state.read(address))) {
    if (record.id === id) await state.remove(address, path)
  }
  return {
    data: { id, slug, deleted: true },
    text: () => `Deleted ${forTerminal(slug)} on the service.`,
  }
}

const oneOrDrafts = () =>
  usageError('Expected either one script or --drafts NAME.', {
    hint: 'Give the slug, id, file or URL of the script.',
  })
