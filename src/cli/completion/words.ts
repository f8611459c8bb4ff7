/** Finds the completions at the cursor in the manifest, without loading a command. */
import type { Command } from '@oclif/core/command'

/** @property fields names that `--fields` accepts */
export type ManifestCommand = Command.Cached & { fields?: string[] }
type ManifestFlag = Command.Flag.Cached
type ManifestArgument = Command.Arg.Cached

export interface CompletionWord {
  word: string
  about: string
}

export interface Completion {
  words: CompletionWord[]
  /** File names that fit too; the shell lists and quotes them. */
  files: 'none' | 'files' | 'folders'
  /** True if slugs of the project's scripts fit too. */
  slugs: boolean
}

/** Commands by name and alias, with spaces between the words. */
export type CommandNames = ReadonlyMap<string, ManifestCommand>

/**
 * @param typed the words after `topo`; the last one is at the cursor and may be empty
 * @param nouns name and description of each group of commands
 * @param helpTopics further arguments of `topo help`
 */
export function completionOf(
  typed: readonly string[],
  names: CommandNames,
  nouns: ReadonlyMap<string, string>,
  helpTopics: readonly CompletionWord[],
): Completion {
  const before = typed.slice(0, -1)
  const current = typed.at(-1) ?? ''
  if (before[0] === 'help') {
    const words = nextWords(before.slice(1), names, nouns)
    return withoutFiles(
      filterByPrefix(current, before.length === 1 ? [...words, ...helpTopics] : words),
    )
  }
  const length = before.findIndex((word) => word.startsWith('-'))
  const leading = length < 0 ? before : before.slice(0, length)
  const found = findCommand(leading, names)
  const next = length < 0 ? filterByPrefix(current, nextWords(leading, names, nouns)) : []
  if (!found) {
    const root = before.length === 0 ? filterByPrefix(current, ROOT_FLAGS) : []
    return withoutFiles(current.startsWith('-') ? root : next)
  }
  const completion = completeCommand(found.command, before.slice(found.words), current)
  return { ...completion, words: [...next, ...completion.words] }
}

const ROOT_FLAGS: CompletionWord[] = [
  { word: '--help', about: 'List all commands.' },
  { word: '--version', about: 'Print the version of topo.' },
]

/** The longest command name at the start of the line. */
function findCommand(words: readonly string[], names: CommandNames) {
  for (let length = words.length; length > 0; length--) {
    const command = names.get(words.slice(0, length).join(' '))
    if (command) return { command, words: length }
  }
  return undefined
}

function nextWords(
  before: readonly string[],
  names: CommandNames,
  nouns: ReadonlyMap<string, string>,
): CompletionWord[] {
  const found = new Map<string, string>()
  for (const [name, { summary = '' }] of names) {
    const words = name.split(' ')
    const next = words[before.length]
    if (next === undefined || before.some((word, index) => word !== words[index])) continue
    const whole = words.slice(0, before.length + 1).join(' ')
    if (whole === name) found.set(next, summary)
    else if (!found.has(next)) found.set(next, nouns.get(whole) ?? '')
  }
  return [...found].map(([word, about]) => ({ word, about }))
}

function completeCommand(
  command: ManifestCommand,
  before: readonly string[],
  current: string,
): Completion {
  const line = new TypedLine(command, before)
  if (line.waiting) return completeValues(line.waiting, command, { flagPart: '', value: current })
  if (current.startsWith('-') && !line.onlyArguments) return completeFlag(line, command, current)

  const args = Object.values(command.args).filter(({ hidden }) => hidden !== true)
  const last = args.at(-1)
  const repeated = last?.multiple === true ? last : undefined
  return completeArgument(args[line.position] ?? repeated, current)
}

/** Reads the words between the command and the cursor. */
class TypedLine {
  /** The number of arguments. */
  position = 0
  /** True after `--`. */
  onlyArguments = false
  /** The flag whose value is at the cursor. */
  waiting: ManifestFlag | undefined
  /** Flags that cannot be given again. */
  readonly #used = new Set<string>()
  readonly #flags: readonly ManifestFlag[]

  constructor(command: ManifestCommand, words: readonly string[]) {
    this.#flags = Object.values(command.flags).filter(({ hidden }) => hidden !== true)
    for (const word of words) this.#read(word)
  }

  /** @param word as in `--name` or `-n` */
  flagOf(word: string): ManifestFlag | undefined {
    return this.#flags.find(
      ({ name, char }) => word === `--${name}` || (char !== undefined && word === `-${char}`),
    )
  }

  get unusedFlags(): ManifestFlag[] {
    return this.#flags.filter(({ name }) => !this.#used.has(name))
  }

  #read(word: string): void {
    if (this.waiting) this.waiting = undefined
    else if (this.onlyArguments || !word.startsWith('-') || word === '-') this.position++
    else if (word === '--') this.onlyArguments = true
    else this.#readFlag(word)
  }

  #readFlag(word: string): void {
    const flag = this.flagOf(word.split('=', 1)[0] as string)
    if (!flag) return
    const isRepeatable = flag.type === 'option' && flag.multiple
    if (!isRepeatable) this.#used.add(flag.name)
    if (flag.type === 'option' && !word.includes('=')) this.waiting = flag
  }
}

/** Completes the name of a flag, or after `=` its value. */
function completeFlag(line: TypedLine, command: ManifestCommand, current: string): Completion {
  const equals = current.indexOf('=')
  const flag = equals < 0 ? undefined : line.flagOf(current.slice(0, equals))
  if (flag) {
    const flagPart = current.slice(0, equals + 1)
    return completeValues(flag, command, { flagPart, value: current.slice(equals + 1) })
  }
  const words = line.unusedFlags.map(({ name, summary }) => ({
    word: `--${name}`,
    about: summary ?? '',
  }))
  words.push({ word: '--help', about: 'Show help for this command.' })
  return withoutFiles(filterByPrefix(current, words))
}

/** Decides by the name and description of the argument. */
function completeArgument(argument: ManifestArgument | undefined, current: string): Completion {
  if (!argument) return withoutFiles([])
  const { name, description = '', options } = argument
  if (options) return withoutFiles(filterByPrefix(current, toWords(options)))
  const slugs = /^scripts?$/.test(name) || /\bslugs?\b/i.test(description)
  const files =
    slugs || /^(paths|files?|command)$/.test(name) || /\b(files?|folders?)\b/i.test(description)
  return { words: [], files: files ? 'files' : 'none', slugs }
}

interface TypedValue {
  /** The flag with its equals sign, if the value is in the same word. */
  readonly flagPart: string
  readonly value: string
}

/** Completes a list of values after its last comma. */
function completeValues(
  flag: ManifestFlag,
  command: ManifestCommand,
  { flagPart, value }: TypedValue,
): Completion {
  if (flag.type !== 'option') return withoutFiles([])
  const comma = flag.delimiter === undefined ? -1 : value.lastIndexOf(flag.delimiter)
  const prefix = flagPart + value.slice(0, comma + 1)
  const options =
    flag.name === 'fields' ? command.fields?.filter((name) => /^\w+$/.test(name)) : flag.options
  const words = filterByPrefix(value.slice(comma + 1), toWords(options ?? []))
  return {
    words: words.map(({ word, about }) => ({ word: prefix + word, about })),
    files: filesFor(String(flag.helpValue ?? '')),
    slugs: false,
  }
}

/** Decides by the name of a value, as help shows it. */
function filesFor(helpValue: string): Completion['files'] {
  const kind = /\b(FILE|PATH|DIR|FOLDER)/.exec(helpValue)?.[1]
  if (kind === undefined) return 'none'
  return kind === 'FILE' || kind === 'PATH' ? 'files' : 'folders'
}

const toWords = (words: readonly string[]): CompletionWord[] =>
  words.map((word) => ({ word, about: '' }))
const filterByPrefix = (start: string, words: readonly CompletionWord[]) =>
  words.filter(({ word }) => word.startsWith(start))
const withoutFiles = (words: CompletionWord[]): Completion => ({
  words,
  files: 'none',
  slugs: false,
})
