/** What a CI system says about the build that topo runs in, and the checks that its words go through. */

/** Everything is undefined where the CI system does not say it, or says something that cannot be meant. */
export interface Build {
  /** A whole commit id, in lower case; of a pull request its own last commit, not the trial merge. */
  readonly commit: string | undefined
  /** Of a pull request the branch that it comes from; undefined for a tag. */
  readonly branch: string | undefined
  readonly pullRequest: number | undefined
  /** Who started it, in the CI system's own words. */
  readonly actor: string | undefined
  /** Without user and password. */
  readonly repositoryUrl: string | undefined
  readonly runUrl: string | undefined
  readonly defaultBranch: string | undefined
}

/** What a provider finds, unchecked. */
export type Said = { readonly [key in keyof Build]?: unknown }

export interface BuildProvider {
  readonly name: string
  /** True where this CI system runs the process. */
  runs(env: NodeJS.ProcessEnv): boolean
  /** Where a value is an empty string, nothing was said. */
  read(env: NodeJS.ProcessEnv): Said
}

/** All of this may come from a fork: it is taken only in the form that it must have. */
export const checked = (said: Said): Build => ({
  commit: commitId(said.commit),
  branch: branchName(said.branch),
  pullRequest: pullRequestNumber(said.pullRequest),
  actor: line(said.actor, 100),
  repositoryUrl: webAddress(said.repositoryUrl),
  runUrl: webAddress(said.runUrl),
  defaultBranch: branchName(said.defaultBranch),
})

/** SHA-1 or SHA-256. */
function commitId(value: unknown): string | undefined {
  const text = line(value, 64)
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? text.toLowerCase() : undefined
}

/** With or without `refs/heads/`; other refs are no branch. */
export function branchName(value: unknown): string | undefined {
  const name = line(value, 255)?.replace(/^refs\/heads\//, '')
  if (name === undefined || /^(?:refs\/|-|\/)|\.\.|@\{|[\s~^:?*[\\]|\/$|\.lock$/.test(name)) return undefined
  return name === '' ? undefined : name
}

export function pullRequestNumber(value: unknown): number | undefined {
  const text = String(value ?? '')
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

/** One line without anything that a terminal would obey. */
export function line(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.length > longest || /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text)
    ? undefined
    : text
}

/** Also for `git@host:owner/name.git`, which is how some name the repository. */
function webAddress(value: unknown): string | undefined {
  const text = line(value, 2000)?.replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?=[^/])/, 'https://$1/')
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href.replace(/\.git$/, '')
}
