import { orUnsupportedThing } from '../../api/answers/unsupported.ts'
import { resolveWorkspace } from '../../api/calls/resolve-workspace.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import { workspaceArgument } from './workspaces.ts'

export default defineCommand({
  summary: 'Delete a workspace that you own; its scripts stay with their authors.',
  examples: [
    'topo workspaces create Platform && topo workspaces delete Platform --yes',
    'topo workspaces create Platform && topo workspaces delete Platform --yes --json',
  ],
  fields: ['id', 'deleted'],
  args: workspaceArgument,
  flags: dryRunFlag,
  run: async ({ args, openService, confirm }) => {
    const { workspace } = args
    const { client } = await openService()
    const { id } = await resolveWorkspace(client, workspace)
    if (!(await confirm(`Delete the workspace ${forTerminal(workspace)} for all its members?`))) {
      return { data: { id, deleted: false }, text: () => 'Nothing was deleted.' }
    }
    await orUnsupportedThing('deletion of workspaces', () =>
      client.workspaces.delete({ params: { id } }),
    )
    return {
      data: { id, deleted: true },
      isProse: true,
      text: (out) =>
        out.isTerminal
          ? `Deleted ${out.style('bold', forTerminal(workspace))}`
          : ['deleted', forTerminal(id)].join('\t'),
    }
  },
})
