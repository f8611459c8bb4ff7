/** Reads and validates the inputs of a step. */
import { usageError } from '../errors.ts'
import { parseShard, type Shard } from '../project/select/shard.ts'
import { nearest } from '../text/nearest.ts'
import { type InputDescription, type InputName, inputs as known } from './metadata.ts'

const commands = ['validate', 'review', 'comment', 'plan', 'push', 'publish'] as const
export type ActionCommand = (typeof commands)[number]

export type Inputs = Readonly<ReturnType<typeof readInputs>>

/** Secrets to mask before anything is validated; line by line, since the log masks lines. */
export function secretsOf(env: NodeJS.ProcessEnv): string[] {
  const values = [rawInput(env, 'api-key'), rawInput(env, 'github-token'), env.TOPO_API_KEY].flatMap(linesOf)
  // Only the values: the names of headers are in every log.
  const headers = [rawInput(env, 'headers'), env.TOPO_HEADERS]
    .flatMap(linesOf)
    .map((line) => line.replace(/^[^:]*:/, '').trim())
  const words = headers.flatMap((value) => value.split(/\s+/)).filter(({ length }) => length >= shortestWord)
  return [...new Set([...values, ...headers, ...words])].filter((line) => line.trim() !== '')
}

/** Characters of a masked word; the log would lose ordinary words if shorter ones were masked. */
const shortestWord = 8

const linesOf = (value: string | undefined): string[] => (value ?? '').split(/\r?\n/)

/** @throws usage error `TOPO_INPUT`, with the name of the input. */
export function readInputs(env: NodeJS.ProcessEnv) {
  const text = (name: InputName): string => {
    const { required, default: fallback = '' }: InputDescription = known[name]
    const value = rawInput(env, name)?.trim() || fallback
    if (value === '' && required) throw invalidInput(name, 'is missing', 'Add it under `with:`.')
    return value
  }
  const optional = (name: InputName) => text(name) || undefined
  const oneOf = <T extends string>(name: InputName, values: readonly T[]): T => {
    const value = text(name)
    const found = values.find((one) => one === value)
    if (found !== undefined) return found
    const near = nearest(value, values)
    const hint = near === undefined ? `Use one of ${values.join(', ')}.` : `Did you mean ${near}?`
    throw invalidInput(name, `has the invalid value ${JSON.stringify(value)}`, hint)
  }
  // Only the booleans of YAML 1.2: parsers disagree on `yes` and `1`.
  const yesOrNo = (name: InputName): boolean => {
    const value = text(name)
    if (/^(true|True|TRUE)$/.test(value)) return true
    if (/^(false|False|FALSE)$/.test(value)) return false
    throw invalidInput(
      name,
      `has the value ${JSON.stringify(value)}, which is not a boolean`,
      'Use true or false.',
    )
  }
  const wholeNumber = (name: InputName, least: number): number | undefined => {
    const value = text(name)
    if (value === '') return undefined
    if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value)
    throw invalidInput(
      name,
      `has the invalid value ${JSON.stringify(value)}`,
      `Use a whole number, at least ${least}.`,
    )
  }
  return {
    command: oneOf('command', commands),
    paths: text('paths')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    /** Empty if the input is set but has no value, e.g. a secret in a run of a fork. */
    apiKey: rawInput(env, 'api-key')?.trim(),
    keyHeader: optional('key-header'),
    /** Lines of `Name: value`. */
    headers: optional('headers'),
    baseUrl: optional('base-url'),
    workingDirectory: text('working-directory'),
    onConflict: oneOf('on-conflict', ['overwrite', 'fail', 'skip']),
    ifNewer: yesOrNo('if-newer'),
    incremental: yesOrNo('incremental'),
    /** Seconds. */
    maxWait: wholeNumber('max-wait', 0),
    budget: wholeNumber('budget', 1),
    delete: yesOrNo('delete'),
    /** The given path; a relative one starts at the workspace. */
    reviewFolder: optional('review-folder'),
    failOn: oneOf('fail-on', ['none', 'warning', 'error']),
    /** Name that distinguishes the comments of several steps; undefined for no comment. */
    comment: commentName(text('comment')),
    githubToken: optional('github-token'),
    sarifFile: optional('sarif-file'),
    shard: shardOf(optional('shard')),
    dryRun: yesOrNo('dry-run'),
  }
}

const shardOf = (value: string | undefined): Shard | undefined =>
  value === undefined ? undefined : parseShard(value)

/** The runner converts names to upper case and keeps hyphens. */
const rawInput = (env: NodeJS.ProcessEnv, name: InputName): string | undefined =>
  env[`INPUT_${name.toUpperCase()}`]

function commentName(value: string): string | undefined {
  if (/^(false|False|FALSE)$/.test(value)) return undefined
  if (/^(true|True|TRUE)$/.test(value)) return 'topo'
  if (/^[\w.-]{1,64}$/.test(value)) return value
  throw invalidInput(
    'comment',
    `has the invalid value ${JSON.stringify(value)}`,
    'Use true, false, or a name of letters, digits and hyphens.',
  )
}

const invalidInput = (name: InputName, what: string, hint: string) =>
  usageError(`The input \`${name}\` ${what}.`, { code: 'TOPO_INPUT', hint })
