/** Jenkins: what starts with `CHANGE_` is there for the pull requests of a multibranch project. */
import type { BuildProvider } from './build.ts'

export const jenkins: BuildProvider = {
  name: 'jenkins',
  runs: (env) => Boolean(env.JENKINS_URL || (env.JENKINS_HOME && env.BUILD_URL)),
  read: (env) => {
    // Of a pull request the name of the branch is `PR-7`, and the one of git a trial merge.
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
