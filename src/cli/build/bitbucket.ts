/** Bitbucket Pipelines: the actor is a UUID. */
import type { BuildProvider } from './build.ts'

export const bitbucket: BuildProvider = {
  name: 'bitbucket',
  runs: (env) => Boolean(env.BITBUCKET_BUILD_NUMBER),
  read: (env) => ({
    commit: env.BITBUCKET_COMMIT,
    branch: env.BITBUCKET_BRANCH,
    pullRequest: env.BITBUCKET_PR_ID,
    actor: env.BITBUCKET_STEP_TRIGGERER_UUID,
    repositoryUrl: env.BITBUCKET_GIT_HTTP_ORIGIN,
    runUrl:
      env.BITBUCKET_REPO_FULL_NAME &&
      `https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`,
  }),
}
