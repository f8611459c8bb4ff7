/** Flags that set the build by hand. */
import { string } from '@oclif/core/flags'

const helpGroup = 'BUILD'

export const buildFlags = {
  commit: string({
    helpGroup,
    helpValue: 'ID',
    env: 'TOPO_COMMIT',
    summary: 'Commit that is published.',
  }),
  branch: string({ helpGroup, helpValue: 'NAME', env: 'TOPO_BRANCH', summary: 'Branch of the commit.' }),
  'pull-request': string({
    helpGroup,
    helpValue: 'N',
    env: 'TOPO_PULL_REQUEST',
    summary: 'Number of the pull request.',
  }),
  actor: string({ helpGroup, helpValue: 'NAME', env: 'TOPO_ACTOR', summary: 'Who started the build.' }),
}
