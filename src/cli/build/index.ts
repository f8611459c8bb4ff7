/** Detects the build that topo runs in. Precedence: flags and variables of topo, the CI system, git. */
import { usageError } from '../../errors.ts'
import { commitOf, tryGit } from '../../project/files/git.ts'
import { azure } from './azure.ts'
import { bitbucket } from './bitbucket.ts'
import {
  type Build,
  type BuildProvider,
  branchName,
  pullRequestNumber,
  singleLine,
  validateBuild,
} from './build.ts'
import { circleci } from './circleci.ts'
import { githubBuild } from './github.ts'
import { gitlabBuild } from './gitlab.ts'
import { jenkins } from './jenkins.ts'

const providers: readonly BuildProvider[] = [githubBuild, gitlabBuild, azure, bitbucket, circleci, jenkins]

export interface DetectedBuild extends Build {
  /** Name of the CI system; undefined if topo knows none. */
  readonly provider: string | undefined
}

/** Values of `TOPO_COMMIT` and the like, or of their flags. */
export interface GivenBuild {
  commit?: string | undefined
  branch?: string | undefined
  'pull-request'?: string | undefined
  actor?: string | undefined
}

/** Reads only the environment, without flags and git. */
export function buildFrom(env: NodeJS.ProcessEnv): DetectedBuild {
  const provider = providers.find(({ runs }) => runs(env))
  return { provider: provider?.name, ...validateBuild(provider?.read(env) ?? {}) }
}

/**
 * @param cwd where git looks up commit and branch, without a CI system
 * @param asksGit false leaves out what only git knows; the flags are checked anyway
 * @param env the variables of the CI system
 * @throws usage error `TOPO_INVALID_BUILD` for an invalid value of a flag or variable of topo.
 */
export async function detectBuild(
  given: GivenBuild,
  cwd: string,
  asksGit = true,
  env: NodeJS.ProcessEnv = process.env,
): Promise<DetectedBuild> {
  const detected = buildFrom(env)
  const fromFlags = await givenBuild(given, cwd)
  const git = asksGit && detected.provider === undefined ? await gitBuild(cwd) : {}
  return { ...detected, ...git, ...fromFlags }
}

async function givenBuild(given: GivenBuild, cwd: string): Promise<Partial<Build>> {
  const commit = given.commit && (parseCommitId(given.commit) ?? invalidValue('commit', given.commit))
  return defined({
    commit: commit && ((await findCommit(cwd, commit)) ?? commit),
    branch: given.branch && (branchName(given.branch) ?? invalidValue('branch', given.branch)),
    pullRequest:
      given['pull-request'] &&
      (pullRequestNumber(given['pull-request']) ?? invalidValue('pull-request', given['pull-request'])),
    actor: given.actor && (singleLine(given.actor, 100) ?? invalidValue('actor', given.actor)),
  })
}

/** Accepts an abbreviated commit id. */
const parseCommitId = (word: string): string | undefined =>
  /^[0-9a-f]{7,64}$/i.test(word) ? word.toLowerCase() : undefined

async function gitBuild(cwd: string): Promise<Partial<Build>> {
  const [commit, branch] = await Promise.all([
    findCommit(cwd, 'HEAD'),
    tryGit(cwd, ['symbolic-ref', '--quiet', '--short', 'HEAD']).catch(unknownValue),
  ])
  return defined({ commit, branch: branchName(branch) })
}

/** Without git the value is unknown. */
const unknownValue = () => undefined
const findCommit = (cwd: string, name: string) => commitOf(cwd, name).catch(unknownValue)

const defined = (build: { [key in keyof Build]?: Build[key] | '' | undefined }): Partial<Build> =>
  Object.fromEntries(Object.entries(build).filter(([, value]) => value !== undefined && value !== ''))

function invalidValue(flag: string, value: string): never {
  throw usageError(`--${flag}: ${JSON.stringify(value)} is not valid.`, {
    code: 'TOPO_INVALID_BUILD',
    hint: `Give ${forms[flag]} with the flag or in ${variableOf(flag)}.`,
  })
}

const forms: Record<string, string> = {
  commit: 'seven or more hexadecimal digits of a commit id',
  branch: 'the name of a branch',
  'pull-request': 'the number of a pull request',
  actor: 'a name on one line',
}

const variableOf = (flag: string) => `TOPO_${flag.toUpperCase().replaceAll('-', '_')}`
