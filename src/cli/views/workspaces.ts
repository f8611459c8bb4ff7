/** What the commands over workspaces share: how one is named, and what a list shows. */
import { string } from '@oclif/core/args'
import type { Column } from './untyped-table.ts'

export const workspaceArgument = {
  workspace: string({ required: true, ignoreStdin: true, description: 'Name or id of the workspace.' }),
}

export const workspaceColumns: readonly Column[] = [
  ['NAME', 'name', 'slug', 'id'],
  ['MEMBERS', 'memberCount', 'members'],
  ['DESCRIPTION', 'description'],
  ['CREATED', 'createdAt'],
]
