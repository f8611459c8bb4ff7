/** GitHub Actions: on a pull request `GITHUB_SHA` is a trial merge, so the commit is read from the event file. */
import { readFileWithinSync } from '../../limits/files.ts'
import type { BuildProvider } from './build.ts'

interface Event {
  pull_request?: { number?: unknown; head?: { sha?: unknown; ref?: unknown } | null } | null
  repository?: { default_branch?: unknown } | null
}

export const githubBuild: BuildProvider = {
  name: 'github',
  runs: (env) => env.GITHUB_ACTIONS === 'true',
  read: (env) => {
    const event = readEvent(env.GITHUB_EVENT_PATH)
    const pull = event.pull_request ?? undefined
    const repositoryUrl = env.GITHUB_REPOSITORY && `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}`
    return {
      commit: pull?.head?.sha || env.GITHUB_SHA,
      branch: env.GITHUB_HEAD_REF || pull?.head?.ref || env.GITHUB_REF,
      pullRequest: pull?.number || /^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '')?.[1],
      actor: env.GITHUB_ACTOR,
      repositoryUrl,
      runUrl: repositoryUrl && env.GITHUB_RUN_ID && `${repositoryUrl}/actions/runs/${env.GITHUB_RUN_ID}`,
      defaultBranch: event.repository?.default_branch,
    }
  },
}

function readEvent(file: string | undefined): Event {
  if (!file) return {}
  try {
    const event: unknown = JSON.parse(readFileWithinSync('environment', file).toString('utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    // The variables give most of it.
    return {}
  }
}
