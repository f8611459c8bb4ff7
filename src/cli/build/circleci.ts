/** CircleCI: the number of a pull request is its own variable for forks only, else the end of an address. */
import type { BuildProvider } from './build.ts'

export const circleci: BuildProvider = {
  name: 'circleci',
  runs: (env) => env.CIRCLECI === 'true',
  read: (env) => ({
    commit: env.CIRCLE_SHA1,
    // For a fork it is `pull/7`, which is no branch of anybody.
    branch: /^pull\/\d+$/.test(env.CIRCLE_BRANCH ?? '') ? undefined : env.CIRCLE_BRANCH,
    pullRequest: env.CIRCLE_PR_NUMBER || /\/(\d+)$/.exec(env.CIRCLE_PULL_REQUEST ?? '')?.[1],
    actor: env.CIRCLE_PR_USERNAME || env.CIRCLE_USERNAME,
    repositoryUrl: env.CIRCLE_REPOSITORY_URL,
    runUrl: env.CIRCLE_BUILD_URL,
  }),
}
