/** Azure Pipelines: a GitHub pull request has a number besides Azure's own id. */
import type { BuildProvider } from './build.ts'

export const azure: BuildProvider = {
  name: 'azure',
  runs: (env) => env.TF_BUILD?.toLowerCase() === 'true',
  read: (env) => {
    const collection = env.SYSTEM_COLLECTIONURI || env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI
    const project = encodeURIComponent(env.SYSTEM_TEAMPROJECT ?? '')
    return {
      commit: env.SYSTEM_PULLREQUEST_SOURCECOMMITID || env.BUILD_SOURCEVERSION,
      branch: env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH,
      pullRequest: env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || env.SYSTEM_PULLREQUEST_PULLREQUESTID,
      actor: env.BUILD_REQUESTEDFOR,
      repositoryUrl: env.BUILD_REPOSITORY_URI,
      runUrl:
        collection &&
        project &&
        env.BUILD_BUILDID &&
        `${collection}${project}/_build/results?buildId=${env.BUILD_BUILDID}`,
    }
  },
}
