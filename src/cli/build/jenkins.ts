/** Jenkins: multibranch projects set the `CHANGE_…` variables for pull requests. */
import type { BuildProvider } from './build.ts'

export const jenkins: BuildProvider = {
  name: 'jenkins',
  runs: (env) => Boolean(env.JENKINS_URL || (env.JENKINS_HOME && env.BUILD_URL)),
  read: (env) => {
    // For a pull request BRANCH_NAME is `PR-7`, and GIT_BRANCH is a trial merge.
    const branch = env.CHANGE_ID ? undefined : env.BRANCH_NAME || env.GIT_BRANCH?.replace(/^origin\//, '')
    return {
      commit: env.GIT_COMMIT,
      branch: env.CHANGE_BRANCH || branch,
      pullRequest: env.CHANGE_ID,
      actor: env.CHANGE_AUTHOR || env.BUILD_USER_ID,
      repositoryUrl: env.GIT_URL,
      runUrl: env.BUILD_URL,
    }
  },
}
