/** Rewords errors of oclif's parser: what is wrong, with an example or the nearest flag as the hint. */
import type { Command } from '@oclif/core/command'
import { type KnownError, usageError } from '../../errors.ts'
import { alternatives } from '../../text/alternatives.ts'
import { nearest } from '../../text/nearest.ts'

/** Error of oclif's parser for a wrong flag or argument. */
interface ParserError extends Error {
  oclif: { exit?: number }
  /** Flags that do not exist. */
  flags?: string[]
  /** Arguments that are missing, or the words that are too many. */
  args?: ({ name: string; description?: string } | string)[]
}

/** oclif's numbers among arguments throw a plain error. */
const isParserError = (error: unknown): error is ParserError =>
  error instanceof Error &&
  (('oclif' in error && (error as ParserError).oclif.exit === 2) ||
    /^Expected an integer/.test(error.message))

/** Any other error is returned unchanged. */
export function usageErrorOf(error: unknown, command: typeof Command): unknown {
  if (!isParserError(error)) return error
  const name = `topo ${(command.aliases[0] ?? command.id).replaceAll(':', ' ')}`
  return (
    missingArguments(error, name, command) ??
    tooManyArguments(error, name, command) ??
    unknownFlag(error, name, command) ??
    otherMistake(error, name)
  )
}

function missingArguments(error: ParserError, name: string, { examples = [] }: typeof Command) {
  const missing = (error.args ?? []).filter((arg) => typeof arg !== 'string')
  if (missing.length === 0) return undefined
  const labels = missing.map((argument) => {
    const label = argument.name.toUpperCase()
    const meaning = argument.description?.replace(/\.$/, '') ?? ''
    return meaning === '' ? label : `${label} (${meaning[0]?.toLowerCase()}${meaning.slice(1)})`
  })
  const lines = examples.flatMap((text) => (typeof text === 'string' ? text.split(' && ') : []))
  const example = lines.find((line) => line.startsWith(name))
  return usageError(`"${name}" needs ${labels.join(' and ')}.`, {
    cause: error,
    hint: example === undefined ? howToUse(name) : `For example: ${example}`,
  })
}

function tooManyArguments(error: ParserError, name: string, { args }: typeof Command) {
  const extra = (error.args ?? []).filter((arg) => typeof arg === 'string')
  return extra.length === 0
    ? undefined
    : extraArguments(name, Object.keys(args ?? {}), extra, error)
}

/** @param name such as `topo push` */
export function extraArguments(
  name: string,
  known: readonly string[],
  extra: readonly string[],
  cause?: unknown,
): KnownError {
  const [only, ...more] = extra
  const isAddress = only !== undefined && more.length === 0 && ADDRESS.test(only)
  if (name === 'topo login' && isAddress) return addressAsArgument(only, cause)
  if (name === 'topo login' || extra.some(isKey)) return keyOnCommandLine(cause)
  const words = `"${extra.join(' ')}" was given`
  const labels = known.map((arg) => arg.toUpperCase()).join(' ')
  return usageError(
    known.length === 0
      ? `"${name}" takes no argument, but ${words}.`
      : `"${name}" takes only ${labels}, but ${words} too.`,
    { cause, hint: isName(known) ? QUOTE_NAME : howToUse(name) },
  )
}

/** The address of a service. It has no capital letters, which keys have. */
const ADDRESS = /^(?:https?:\/\/)?[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,24}(?::\d+)?\/?$/

function addressAsArgument(address: string, cause: unknown): KnownError {
  const url = address.includes('://') ? address : `https://${address}`
  return usageError(`"topo login" takes no argument, but "${address}" was given.`, {
    cause,
    hint: `Did you mean --base-url ${url}?`,
  })
}

/** People type a name of several words without quotes. */
const isName = (known: readonly string[]): boolean => known.length === 1 && known[0] === 'name'
const QUOTE_NAME = 'Put a name of several words in quotes.'

function unknownFlag(error: ParserError, name: string, command: typeof Command) {
  const { flags = [] } = error
  if (flags.length === 0) return undefined
  if (flags.some(isKey)) return keyOnCommandLine(error)
  // A key may end with "=": a part of it would not be recognised as one, and shown.
  const names = flags.map((flag) => flag.replace(/^(--[a-z][a-z-]*)=.*/s, '$1'))
  const known = knownFlags({ ...command.baseFlags, ...command.flags })
  const meant = names.map((flag) => similarFlags(flag, known)).find(({ length }) => length > 0)
  return usageError(`"${name}" has no flag ${names.join(', ')}.`, {
    cause: error,
    hint: meant ? `Did you mean ${alternatives(meant)}?` : `Run "${name} -h" to see its flags.`,
  })
}

const knownFlags = (definitions: typeof Command.flags): string[] =>
  Object.entries(definitions).flatMap(([flag, definition]) => {
    if (definition.hidden) return []
    const isSwitch = definition.type === 'boolean' && definition.allowNo === true
    return isSwitch ? [`--${flag}`, `--no-${flag}`] : [`--${flag}`]
  })

/** Flags of which a person may have written a part. */
const MOST_SIMILAR = 3

/** `--output` for `--out`, `--outptu` and `--output-file`. */
function similarFlags(flag: string, known: readonly string[]): readonly string[] {
  const longer = flag.length > 2 ? known.filter((one) => one.startsWith(flag)) : []
  if (longer.length > 0 && longer.length <= MOST_SIMILAR)
    return longer.sort((one, other) => one.length - other.length)
  const near = known.find((one) => flag.startsWith(`${one}-`)) ?? nearest(flag, known)
  return near === undefined ? [] : [near]
}

/** A key, or a setting or a flag that would take one. */
export const isKey = (word: string): boolean =>
  /\bca_\w{8,}|^(--)?(api-?)?(key|token)=|^--(api-?)?(key|token)$|^api-?key$/i.test(word)

/** Does not repeat the key, which messages in logs would spread. */
export const keyOnCommandLine = (cause?: unknown): KnownError =>
  usageError('A key does not belong on the command line, where others can see it.', {
    cause,
    hint: 'Run "topo login", which prompts for it, or set TOPO_API_KEY. Your shell may have stored this line: remove it from the history.',
  })

const howToUse = (name: string): string => `Run "${name} -h" to see how it is used.`

/** Pattern of oclif's sentence → our sentence. */
const sentences: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^Expected (--\S+?)=(.*) to be one of: (.+)$/,
    (flag, given, all) => `${flag} must be ${oneOf(all)}, not "${given}".`,
  ],
  [
    /^Expected (.*) to be one of: (.+)$/,
    (given, all) => `The argument must be ${oneOf(all)}, not "${given}".`,
  ],
  [
    /^Flag (--\S+) expects one of these values: (.+)$/,
    (flag, all) => `${flag} needs a value: ${oneOf(all)}.`,
  ],
  [/^Flag (--\S+) expects a value$/, (flag) => `${flag} needs a value.`],
  [/^Flag (--\S+) can only be specified once$/, (flag) => `${flag} can be given only once.`],
  [
    /^Parsing (--\S+) Expected an integer(?: (greater|less) than or equal to (\S+))? but received: (.*)$/,
    (...parts) => wholeNumber(...parts),
  ],
  [
    /^()Expected an integer(?: (greater|less) than or equal to (\S+))? but received: (.*)$/,
    (_, ...parts) => wholeNumber('The argument', ...parts),
  ],
  [
    /(--[\w-]+)\S* cannot also be provided when using (--[\w-]+)/,
    (one, other) => `${one} and ${other} cannot be used together.`,
  ],
  [
    /All of the following must be provided when using (--[\w-]+): (.+)$/,
    (flag, others) => `${flag} works only with ${others}.`,
  ],
]

function wholeNumber(what = '', side = '', limit = '', given = ''): string {
  const bound = side === 'greater' ? 'from' : 'up to'
  const range = side === '' ? '' : ` ${bound} ${limit}`
  return `${what} must be a whole number${range}, not "${given}".`
}

function otherMistake(error: ParserError, name: string): KnownError {
  const text = error.message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See more help'))
    .join(' ')
  if (isKey(/^Expected (\S+) to be one of/.exec(text)?.[1] ?? '')) return keyOnCommandLine(error)
  const [pattern, sentence] = sentences.find(([known]) => known.test(text)) ?? []
  const parts = pattern?.exec(text)?.slice(1) ?? []
  return usageError(sentence === undefined ? text : sentence(...parts.map((part) => part ?? '')), {
    cause: error,
    hint: nearestOption(text) ?? howToUse(name),
  })
}

function nearestOption(text: string): string | undefined {
  const [, given = '', all = ''] = /^Expected (?:--\S+?=)?(.*) to be one of: (.+)$/.exec(text) ?? []
  const near = nearest(given, all.split(', '))
  return near === undefined ? undefined : `Did you mean ${near}?`
}

/** From oclif's list with commas. */
const oneOf = (list = ''): string => alternatives(list.split(', '))
