/** Where somebody says themselves which build this is. */
import { string } from '@oclif/core/flags'

const helpGroup = 'BUILD'

export const buildFlags = {
  commit: string({
    helpGroup,
    helpValue: 'ID',
    env: 'TOPO_COMMIT',
    summary: 'The commit that is published.',
  }),
  branch: string({ helpGroup, helpValue: 'NAME', env: 'TOPO_BRANCH', summary: 'Its branch.' }),
  'pull-request': string({
    helpGroup,
    helpValue: 'N',
    env: 'TOPO_PULL_REQUEST',
    summary: 'Its pull request.',
  }),
  actor: string({ helpGroup, helpValue: 'NAME', env: 'TOPO_ACTOR', summary: 'Who started the build.' }),
}
