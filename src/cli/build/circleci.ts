/** CircleCI: only forks have a variable for the pull request's number; otherwise it ends an address. */
import type { BuildProvider } from './build.ts'

export const circleci: BuildProvider = {
  name: 'circleci',
  runs: (env) => env.CIRCLECI === 'true',
  read: (env) => ({
    commit: env.CIRCLE_SHA1,
    // For a fork this is `pull/7`, which is not a branch.
    branch: /^pull\/\d+$/.test(env.CIRCLE_BRANCH ?? '') ? undefined : env.CIRCLE_BRANCH,
    pullRequest: env.CIRCLE_PR_NUMBER || /\/(\d+)$/.exec(env.CIRCLE_PULL_REQUEST ?? '')?.[1],
    actor: env.CIRCLE_PR_USERNAME || env.CIRCLE_USERNAME,
    repositoryUrl: env.CIRCLE_REPOSITORY_URL,
    runUrl: env.CIRCLE_BUILD_URL,
  }),
}
