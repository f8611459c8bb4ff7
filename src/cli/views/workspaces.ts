/** Argument and columns that the commands for workspaces share. */
import { string } from '@oclif/core/args'
import type { UntypedColumn } from './untyped-table.ts'

export const workspaceArgument = {
  workspace: string({ required: true, ignoreStdin: true, description: 'Name or id of the workspace.' }),
}

export const workspaceColumns: readonly UntypedColumn[] = [
  ['NAME', 'name', 'slug', 'id'],
  ['MEMBERS', 'memberCount', 'members'],
  ['DESCRIPTION', 'description'],
  ['CREATED', 'createdAt'],
]
