/** GitLab CI: the branch's own commit has a variable only if the pipeline runs on a trial merge. */
import type { BuildProvider } from './build.ts'

export const gitlabBuild: BuildProvider = {
  name: 'gitlab',
  runs: (env) => env.GITLAB_CI === 'true',
  read: (env) => ({
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,
    branch: env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || env.CI_COMMIT_BRANCH,
    pullRequest: env.CI_MERGE_REQUEST_IID,
    actor: env.GITLAB_USER_LOGIN,
    repositoryUrl: env.CI_PROJECT_URL,
    runUrl: env.CI_JOB_URL || env.CI_PIPELINE_URL,
    defaultBranch: env.CI_DEFAULT_BRANCH,
  }),
}
