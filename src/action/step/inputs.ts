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
  const inputs = new GivenInputs(env)
  const named = inputs.oneOf('command', ['auto', ...commands])
  const { command, why } = named === 'auto' ? commandFor(env) : { command: named }
  return {
    command,
    chosenFor: why,
    paths: inputs.lines('paths'),
    /** Drift: compose files. */
    against: inputs.lines('against'),
    /** Empty if the input is set but has no value, e.g. a secret in a run of a fork. */
    apiKey: rawInput(env, 'api-key')?.trim(),
    keyHeader: inputs.optional('key-header'),
    /** Lines of `Name: value`. */
    headers: inputs.optional('headers'),
    baseUrl: inputs.optional('base-url'),
    webUrl: webUrlOf(inputs.optional('web-url')),
    workingDirectory: inputs.text('working-directory'),
    onConflict: inputs.oneOf('on-conflict', ['overwrite', 'fail', 'skip']),
    adopt: inputs.yesOrNo('adopt'),
    ifNewer: inputs.yesOrNo('if-newer'),
    incremental: inputs.yesOrNo('incremental'),
    /** Seconds. */
    maxWait: inputs.wholeNumber('max-wait', 0),
    budget: inputs.wholeNumber('budget', 1),
    delete: inputs.yesOrNo('delete'),
    /** Review: also create drafts on the service. Clean: delete them. */
    drafts: inputs.yesOrNo('drafts'),
    /** Drift: also report what only the service has. */
    all: inputs.yesOrNo('all'),
    /** The given path; a relative one starts at the workspace. */
    reviewFolder: inputs.optional('review-folder'),
    failOn: inputs.oneOf('fail-on', ['none', 'warning', 'error']),
    /** True for a comment with a generated name, false for no comment, or the name. */
    comment: commentInput(inputs.text('comment')),
    githubToken: inputs.optional('github-token'),
    sarifFile: inputs.optional('sarif-file'),
    shard: shardOf(inputs.optional('shard')),
    dryRun: inputs.yesOrNo('dry-run'),
  }
}

/** Inputs by name; each method validates one kind. */
class GivenInputs {
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  text(name: InputName): string {
    const { default: fallback = '' }: InputDescription = known[name]
    return rawInput(this.#env, name)?.trim() || fallback
  }

  optional(name: InputName): string | undefined {
    return this.text(name) || undefined
  }

  oneOf<T extends string>(name: InputName, values: readonly T[]): T {
    const text = this.text(name)
    const match = values.find((value) => value === text)
    if (match !== undefined) return match
    const near = nearest(text, values)
    const hint = near === undefined ? `Use one of ${values.join(', ')}.` : `Did you mean ${near}?`
    throw invalidInput(name, `has the invalid value ${JSON.stringify(text)}`, hint)
  }

  /** Only the booleans of YAML 1.2: parsers disagree on `yes` and `1`. */
  yesOrNo(name: InputName): boolean {
    const value = this.text(name)
    if (/^(true|True|TRUE)$/.test(value)) return true
    if (/^(false|False|FALSE)$/.test(value)) return false
    const problem = `has the value ${JSON.stringify(value)}, which is not a boolean`
    throw invalidInput(name, problem, 'Use true or false.')
  }

  wholeNumber(name: InputName, least: number): number | undefined {
    const value = this.text(name)
    if (value === '') return undefined
    if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value)
    const problem = `has the invalid value ${JSON.stringify(value)}`
    throw invalidInput(name, problem, `Use a whole number, at least ${least}.`)
  }

  lines(name: InputName): string[] {
    return linesIn(this.text(name))
      .map((line) => line.trim())
      .filter((line) => line !== '')
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
