import { boolean, string } from '@oclif/core/flags'
import { orUnsupported } from '../../api/answers/unsupported.ts'
import { getItem, getText } from '../../api/client/untyped.ts'
import { defineCommand } from '../../cli/command/define.ts'
import { argument } from '../../cli/command/flags/arguments.ts'
import { dryRunFlag } from '../../cli/command/flags/flags.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

export default defineCommand({
  summary: 'Create a workspace; its members can read its cases.',
  examples: [
    'topo workspaces create Platform',
    'topo workspaces create Platform --description "Who runs it" --public --json',
  ],
  fields: ['*'],
  args: { name: argument('Name of the workspace.') },
  flags: {
    description: string({ helpValue: 'TEXT', summary: 'Description of the workspace.' }),
    public: boolean({ summary: 'Make the workspace and its public scripts visible to everybody.' }),
    ...dryRunFlag,
  },
  run: async ({ flags, openService, args }) => {
    const { description, public: isPublic } = flags
    const { client } = await openService()
    const body = { name: args.name, description, isPublic }
    const created = getItem(
      await orUnsupported('workspaces', () => client.workspaces.create({ body })),
    )
    const id = forTerminal(getText(created, 'id') ?? '')
    return {
      data: created,
      isProse: true,
      text: (out) =>
        out.isTerminal ? `Created ${out.style('bold', forTerminal(body.name))}  ${id}` : id,
      nextStep: `topo workspaces invite "${forTerminal(body.name)}" USERNAME`,
    }
  },
})
