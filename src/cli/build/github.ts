/** GitHub Actions: on a pull request `GITHUB_SHA` is a trial merge, so that the event says which commit is meant. */
import { readFileSync, statSync } from 'node:fs'
import type { BuildProvider } from './build.ts'

interface Event {
  pull_request?: { number?: unknown; head?: { sha?: unknown; ref?: unknown } | null } | null
  repository?: { default_branch?: unknown } | null
}

export const github: BuildProvider = {
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

/** Events are far smaller than this. */
const largest = 8 * 1024 * 1024

function readEvent(file: string | undefined): Event {
  if (!file) return {}
  try {
    if (statSync(file).size > largest) return {}
    const event: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    // The variables alone say most of it.
    return {}
  }
}
