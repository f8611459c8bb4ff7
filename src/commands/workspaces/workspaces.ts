/** Argument and columns that the commands for workspaces share. */
import { argument } from '../../cli/command/flags/arguments.ts'
import type { UntypedColumn } from '../../cli/command/untyped-table.ts'

export const workspaceArgument = {
  workspace: argument('Name or id of the workspace.'),
}

export const workspaceColumns: readonly UntypedColumn[] = [
  ['NAME', 'name', 'slug', 'id'],
  ['MEMBERS', 'memberCount', 'members'],
  ['DESCRIPTION', 'description'],
  ['CREATED', 'createdAt'],
]
