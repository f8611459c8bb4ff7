/** Reads and validates the inputs of a step. */
import { normalizeWebUrl } from '../../api/transport/base-url.ts'
import { usageError } from '../../errors.ts'
import { parseShard, type Shard } from '../../project/select/shard.ts'
import { linesIn } from '../../text/line-ends.ts'
import { nearest } from '../../text/nearest.ts'
import { eventOf } from './event.ts'
import { type InputDescription, type InputName, inputs as known } from './metadata.ts'

const commands = [
  'validate',
  'review',
  'comment',
  'plan',
  'push',
  'publish',
  'drift',
  'clean',
] as const
export type ActionCommand = (typeof commands)[number]

export type Inputs = Readonly<ReturnType<typeof readInputs>>

/** Secrets to mask before anything is validated; line by line, since the log masks lines. */
export function secretsOf(env: NodeJS.ProcessEnv): string[] {
  const values = [
    rawInput(env, 'api-key'),
    rawInput(env, 'github-token'),
    env.TOPO_API_KEY,
  ].flatMap((value) => linesIn(value ?? ''))
  // Only the values: the names of headers are in every log.
  const headers = [rawInput(env, 'headers'), env.TOPO_HEADERS]
    .flatMap((value) => linesIn(value ?? ''))
    .map((line) => line.replace(/^[^:]*:/, '').trim())
  const words = headers
    .flatMap((value) => value.split(/\s+/))
    .filter(({ length }) => length >= shortestWord)
  const secrets = new Set([...values, ...headers, ...words])
  return [...secrets].filter((line) => line.trim() !== '')
}

/** Characters of a masked word; the log would lose ordinary words if shorter ones were masked. */
const shortestWord = 8

/** @throws usage error, with the name of the input. */
export function readInputs(env: NodeJS.ProcessEnv) {
  const text = (name: InputName): string => {
    const { default: fallback = '' }: InputDescription = known[name]
    return rawInput(env, name)?.trim() || fallback
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
  const lines = (name: InputName): string[] =>
    linesIn(text(name) ?? '')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const named = oneOf('command', ['auto', ...commands])
  const { command, why } = named === 'auto' ? commandFor(env) : { command: named }
  return {
    command,
    chosenFor: why,
    paths: lines('paths'),
    /** Drift: compose files. */
    against: lines('against'),
    /** Empty if the input is set but has no value, e.g. a secret in a run of a fork. */
    apiKey: rawInput(env, 'api-key')?.trim(),
    keyHeader: optional('key-header'),
    /** Lines of `Name: value`. */
    headers: optional('headers'),
    baseUrl: optional('base-url'),
    webUrl: webUrlOf(optional('web-url')),
    workingDirectory: text('working-directory'),
    onConflict: oneOf('on-conflict', ['overwrite', 'fail', 'skip']),
    adopt: yesOrNo('adopt'),
    ifNewer: yesOrNo('if-newer'),
    incremental: yesOrNo('incremental'),
    /** Seconds. */
    maxWait: wholeNumber('max-wait', 0),
    budget: wholeNumber('budget', 1),
    delete: yesOrNo('delete'),
    /** Review: also create drafts on the service. Clean: delete them. */
    drafts: yesOrNo('drafts'),
    /** Drift: also report what only the service has. */
    all: yesOrNo('all'),
    /** The given path; a relative one starts at the workspace. */
    reviewFolder: optional('review-folder'),
    failOn: oneOf('fail-on', ['none', 'warning', 'error']),
    /** True for a comment with a generated name, false for no comment, or the name. */
    comment: commentInput(text('comment')),
    githubToken: optional('github-token'),
    sarifFile: optional('sarif-file'),
    shard: shardOf(optional('shard')),
    dryRun: yesOrNo('dry-run'),
  }
}

/**
 * The command of `auto`, by the event that started the workflow.
 * @throws usage error for an event that says nothing about the diagrams.
 */
function commandFor(env: NodeJS.ProcessEnv): { command: ActionCommand; why: string } {
  const { name, isClosed, branch, isDefaultBranch } = eventOf(env)
  const on = (command: ActionCommand, why: string) => ({ command, why })
  switch (name) {
    case 'pull_request':
      if (isClosed) return on('clean', 'a pull request was closed')
      return on('review', 'a pull request was opened or changed')
    case 'merge_group':
      return on('review', 'a merge group was created')
    case 'workflow_run':
      return on('comment', 'the workflow of a pull request ended')
    case 'push':
      if (isDefaultBranch) return on('push', `${branch} is the default branch`)
      return on('validate', `${branch} is not the default branch`)
    case 'schedule':
    case 'workflow_dispatch':
      return on('drift', `the event is ${name}`)
  }
  const what =
    name === undefined
      ? 'is `auto`, but no event is known'
      : `is \`auto\`, which knows no command for the event ${JSON.stringify(name)}`
  throw invalidInput('command', what, `Use one of ${commands.join(', ')}.`)
}

const shardOf = (value: string | undefined): Shard | undefined =>
  value === undefined ? undefined : parseShard(value)

const webUrlOf = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : normalizeWebUrl(value, 'the input `web-url`')

/** The runner converts names to upper case and keeps hyphens. */
const rawInput = (env: NodeJS.ProcessEnv, name: InputName): string | undefined =>
  env[`INPUT_${name.toUpperCase()}`]

function commentInput(value: string): string | boolean {
  if (/^(false|False|FALSE)$/.test(value)) return false
  if (/^(true|True|TRUE)$/.test(value)) return true
  if (/^[\w.-]{1,64}$/.test(value)) return value
  throw invalidInput(
    'comment',
    `has the invalid value ${JSON.stringify(value)}`,
    'Use true, false, or a name of letters, digits and hyphens.',
  )
}

const invalidInput = (name: InputName, what: string, hint: string) =>
  usageError(`The input \`${name}\` ${what}.`, { hint })
