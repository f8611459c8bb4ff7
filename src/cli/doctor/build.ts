/** Doctor check: the CI system and build that topo detects. */

import { forTerminal } from '../../text/for-terminal.ts'
import { detectBuild } from '../build/index.ts'
import { type DoctorCheck, ok } from './check.ts'

export const build: DoctorCheck = {
  name: 'build',
  run: async ({ cwd, variables }) => {
    const given = {
      commit: variables.TOPO_COMMIT,
      branch: variables.TOPO_BRANCH,
      'pull-request': variables.TOPO_PULL_REQUEST,
      actor: variables.TOPO_ACTOR,
    }
    const {
      provider = 'no CI system',
      commit,
      branch,
      pullRequest,
      actor,
    } = await detectBuild(given, cwd, true, variables)
    const words = [
      provider,
      commit && `commit ${commit.slice(0, 12)}`,
      branch && `branch ${branch}`,
      pullRequest && `pull request ${pullRequest}`,
      actor && `started by ${actor}`,
    ]
    return [ok(forTerminal(words.filter(Boolean).join(', ')))]
  },
}
