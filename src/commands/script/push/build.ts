/** Detects the build that topo runs in. Precedence: flags and variables of topo, the CI system, git. */
import { string } from '@oclif/core/flags'
import { usageError } from '../../../errors.ts'
import { readRepository } from '../../../files/git/git.ts'
import { ciSystems } from './ci-systems.ts'

/** Accepts each value only in its exact form: all of them may come from a fork. An invalid one is undefined. */
const checks = {
  /** A whole commit id, SHA-1 or SHA-256, in lower case; for a pull request its last commit, not the trial merge. */
  commit: (value: unknown) =>
    /^([0-9a-f]{40}|[0-9a-f]{64})$/.exec(oneLine(value, 64)?.toLowerCase() ?? '')?.[0],
  /** For a pull request its source branch; undefined for a tag. */
  branch: branchName,
  pullRequest: (value: unknown) =>
    /^[1-9]\d{0,9}$/.test(String(value ?? '')) ? Number(value) : undefined,
  /** Who started the build: a name or id of the CI system. */
  actor: (value: unknown) => oneLine(value, 100),
}

type Build = { readonly [key in keyof typeof checks]: ReturnType<(typeof checks)[key]> }

/** The provider is the name of the CI system; undefined if topo knows none. */
export type DetectedBuild = Build & { readonly provider: string | undefined }

const flag = (helpValue: string, env: string, summary: string) =>
  string({ helpGroup: 'BUILD', helpValue, env, summary })

export const buildFlags = {
  commit: flag('ID', 'TOPO_COMMIT', 'Commit that is published.'),
  branch: flag('NAME', 'TOPO_BRANCH', 'Branch of the commit.'),
  'pull-request': flag('N', 'TOPO_PULL_REQUEST', 'Number of the pull request.'),
  actor: flag('NAME', 'TOPO_ACTOR', 'Who started the build.'),
}

/** Values of `TOPO_COMMIT` and the like, or of their flags. */
type GivenBuild = { readonly [flag in keyof typeof buildFlags]?: string | undefined }

/** Reads only the environment, without flags and git. */
export function buildFrom(env: NodeJS.ProcessEnv): DetectedBuild {
  const provider = Object.keys(ciSystems).find((name) => ciSystems[name]?.(env))
  const raw: Readonly<Record<string, unknown>> = Object(provider && ciSystems[provider]?.(env))
  const build = Object.entries(checks).map(([name, check]) => [name, check(raw[name])])
  return { provider, ...(Object.fromEntries(build) as Build) }
}

/**
 * @param cwd where git looks up commit and branch, without a CI system
 * @param env the variables of the CI system
 * @param asksGit false leaves out what only git knows; the flags are checked anyway
 * @throws usage error for an invalid value of a flag or variable of topo.
 */
export async function detectBuild(
  given: GivenBuild,
  cwd: string,
  env: NodeJS.ProcessEnv,
  asksGit = true,
): Promise<DetectedBuild> {
  const accept = <T>(
    name: keyof GivenBuild,
    read: (value: string) => T | undefined,
    form: string,
  ) => {
    const value = given[name]
    const accepted = value ? read(value) : undefined
    if (!value || accepted !== undefined) return accepted
    const hint = `Give ${form} with the flag or in ${buildFlags[name].env}.`
    throw usageError(`--${name}: ${JSON.stringify(value)} is not valid.`, {
      hint,
    })
  }
  const short = (id: string) => /^[0-9a-f]{7,64}$/.exec(id.toLowerCase())?.[0]
  const named = accept('commit', short, 'seven or more hexadecimal digits of a commit id')
  const branch = accept('branch', branchName, 'the name of a branch')
  const pullRequest = accept('pull-request', checks.pullRequest, 'the number of a pull request')
  const actor = accept('actor', checks.actor, 'a name on one line')
  const detected = buildFrom(env)
  const checkedOut = await checkedOutBuild(named, cwd, asksGit && detected.provider === undefined)
  return {
    ...detected,
    commit: checkedOut.commit ?? named ?? detected.commit,
    branch: branch ?? branchName(checkedOut.branch) ?? detected.branch,
    pullRequest: pullRequest ?? detected.pullRequest,
    actor: actor ?? detected.actor,
  }
}

/** Asks git. Both values are only shown, so a repository that git refuses counts as no repository. */
async function checkedOutBuild(
  named: string | undefined,
  cwd: string,
  isWanted: boolean,
): Promise<{ commit?: string | undefined; branch?: string | undefined }> {
  if (!isWanted && named === undefined) return {}
  const reading = await readRepository(cwd)
  if (reading.state !== 'known') return {}
  const { repository } = reading
  const commit = await repository.commit(named ?? 'HEAD')
  if (!isWanted) return { commit }
  const branch = await repository.answer(['symbolic-ref', '--quiet', '--short', 'HEAD'], [1, 128])
  return { commit, branch }
}

/** With or without `refs/heads/`; other refs are not branches. */
function branchName(value: unknown): string | undefined {
  const name = oneLine(value, 255)?.replace(/^refs\/heads\//, '')
  return name && !/^(?:refs\/|-|\/)|\.\.|@\{|[\s~^:?*[\\]|\/$|\.lock$/.test(name) ? name : undefined
}

/** One line without control characters. */
function oneLine(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  const isLine = text.length <= longest && !/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text)
  return isLine && text !== '' ? text : undefined
}
