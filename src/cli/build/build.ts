/** The build that topo runs in, and the validation of the values that a CI system gives. */

/** A field is undefined if the CI system does not give it, or gives an invalid value. */
export interface Build {
  /** A whole commit id in lower case; for a pull request its last commit, not the trial merge. */
  readonly commit: string | undefined
  /** For a pull request its source branch; undefined for a tag. */
  readonly branch: string | undefined
  readonly pullRequest: number | undefined
  /** Who started the build: a name or id of the CI system. */
  readonly actor: string | undefined
  /** Without user and password. */
  readonly repositoryUrl: string | undefined
  readonly runUrl: string | undefined
  readonly defaultBranch: string | undefined
}

/** Values of a provider before validation. */
export type RawBuild = { readonly [key in keyof Build]?: unknown }

export interface BuildProvider {
  readonly name: string
  /** True if this CI system runs the process. */
  runs(env: NodeJS.ProcessEnv): boolean
  /** An empty string counts as missing. */
  read(env: NodeJS.ProcessEnv): RawBuild
}

/** Accepts each value only in its exact form: all of them may come from a fork. */
export const validateBuild = (raw: RawBuild): Build => ({
  commit: commitId(raw.commit),
  branch: branchName(raw.branch),
  pullRequest: pullRequestNumber(raw.pullRequest),
  actor: singleLine(raw.actor, 100),
  repositoryUrl: webAddress(raw.repositoryUrl),
  runUrl: webAddress(raw.runUrl),
  defaultBranch: branchName(raw.defaultBranch),
})

/** SHA-1 or SHA-256. */
function commitId(value: unknown): string | undefined {
  const text = singleLine(value, 64)
  return text !== undefined && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text) ? text.toLowerCase() : undefined
}

/** With or without `refs/heads/`; other refs are not branches. */
export function branchName(value: unknown): string | undefined {
  const name = singleLine(value, 255)?.replace(/^refs\/heads\//, '')
  if (name === undefined || /^(?:refs\/|-|\/)|\.\.|@\{|[\s~^:?*[\\]|\/$|\.lock$/.test(name)) return undefined
  return name === '' ? undefined : name
}

export function pullRequestNumber(value: unknown): number | undefined {
  const text = String(value ?? '')
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

/** One line without control characters. */
export function singleLine(value: unknown, longest: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  return text === '' || text.length > longest || /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text)
    ? undefined
    : text
}

/** Also accepts `git@host:owner/name.git`, as some CI systems give the repository. */
function webAddress(value: unknown): string | undefined {
  const text = singleLine(value, 2000)?.replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/](?=[^/])/, 'https://$1/')
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href.replace(/\.git$/, '')
}
