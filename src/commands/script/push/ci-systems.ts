/** Lists the variables in which each CI system describes a build, as its documentation names them. An empty one counts as missing. */
import { readEvent } from '../../../cli/io/process/github-event.ts'

/** Values of `Build` that are not checked yet; nothing if another system runs the process. */
type Read = (env: NodeJS.ProcessEnv) => object | false | '' | undefined

export const ciSystems: Readonly<Record<string, Read>> = {
  github: (env) => {
    if (env.GITHUB_ACTIONS !== 'true') return
    const { pull_request: pull } = readEvent(env)
    return {
      // On a pull request GITHUB_SHA is a trial merge.
      commit: pull?.head?.sha || env.GITHUB_SHA,
      branch: env.GITHUB_HEAD_REF || pull?.head?.ref || env.GITHUB_REF,
      pullRequest: pull?.number || /^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '')?.[1],
      actor: env.GITHUB_ACTOR,
    }
  },
  gitlab: (env) =>
    env.GITLAB_CI === 'true' && {
      // Set only if the pipeline runs on a trial merge.
      commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,
      branch: env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME || env.CI_COMMIT_BRANCH,
      pullRequest: env.CI_MERGE_REQUEST_IID,
      actor: env.GITLAB_USER_LOGIN,
    },
  azure: (env) =>
    env.TF_BUILD?.toLowerCase() === 'true' && {
      commit: env.SYSTEM_PULLREQUEST_SOURCECOMMITID || env.BUILD_SOURCEVERSION,
      branch: env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH,
      // A pull request of GitHub has a number besides Azure's own id.
      pullRequest: env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || env.SYSTEM_PULLREQUEST_PULLREQUESTID,
      actor: env.BUILD_REQUESTEDFOR,
    },
  bitbucket: (env) =>
    env.BITBUCKET_BUILD_NUMBER && {
      commit: env.BITBUCKET_COMMIT,
      branch: env.BITBUCKET_BRANCH,
      pullRequest: env.BITBUCKET_PR_ID,
      actor: env.BITBUCKET_STEP_TRIGGERER_UUID,
    },
  circleci: (env) =>
    env.CIRCLECI === 'true' && {
      commit: env.CIRCLE_SHA1,
      // For a fork this is `pull/7`, which is not a branch; only forks have the variable with the number.
      branch: /^pull\/\d+$/.test(env.CIRCLE_BRANCH ?? '') ? undefined : env.CIRCLE_BRANCH,
      pullRequest: env.CIRCLE_PR_NUMBER || /\/(\d+)$/.exec(env.CIRCLE_PULL_REQUEST ?? '')?.[1],
      actor: env.CIRCLE_PR_USERNAME || env.CIRCLE_USERNAME,
    },
  jenkins: (env) => {
    // For a pull request BRANCH_NAME is `PR-7`, and GIT_BRANCH is a trial merge.
    const branch = env.CHANGE_ID
      ? undefined
      : env.BRANCH_NAME || env.GIT_BRANCH?.replace(/^origin\//, '')
    return (
      (env.JENKINS_URL || (env.JENKINS_HOME && env.BUILD_URL)) && {
        commit: env.GIT_COMMIT,
        branch: env.CHANGE_BRANCH || branch,
        pullRequest: env.CHANGE_ID,
        actor: env.CHANGE_AUTHOR || env.BUILD_USER_ID,
      }
    )
  },
}
