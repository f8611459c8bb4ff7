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
    found.set(next, whole === name ? summary : (found.get(next) ?? nouns.get(whole) ?? ''))
  }
  return [...found].map(([word, about]) => ({ word, about }))
}

function completeCommand(
  command: ManifestCommand,
  before: readonly string[],
  current: string,
): Completion {
  const flags = Object.values(command.flags).filter(({ hidden }) => hidden !== true)
  const flagOf = (word: string) =>
    flags.find(
      ({ name, char }) => word === `--${name}` || (char !== undefined && word === `-${char}`),
    )
  const used = new Set<string>()
  let position = 0
  let onlyArguments = false
  let waiting: ManifestFlag | undefined
  for (const word of before) {
    if (waiting) waiting = undefined
    else if (onlyArguments || !word.startsWith('-') || word === '-') position++
    else if (word === '--') onlyArguments = true
    else {
      const flag = flagOf(word.split('=', 1)[0] as string)
      if (flag && !(flag.type === 'option' && flag.multiple)) used.add(flag.name)
      if (flag?.type === 'option' && !word.includes('=')) waiting = flag
    }
  }
  if (waiting) return completeValues(waiting, command, '', current)
  if (current.startsWith('-') && !onlyArguments) {
    const equals = current.indexOf('=')
    const flag = equals < 0 ? undefined : flagOf(current.slice(0, equals))
    if (flag)
      return completeValues(flag, command, current.slice(0, equals + 1), current.slice(equals + 1))
    const left = flags.filter(({ name }) => !used.has(name))
    const words = left.map(({ name, summary }) => ({ word: `--${name}`, about: summary ?? '' }))
    return withoutFiles(
      filterByPrefix(current, [...words, { word: '--help', about: 'Show help for this command.' }]),
    )
  }
  const args = Object.values(command.args).filter(({ hidden }) => hidden !== true)
  const last = args.at(-1)
  return completeArgument(args[position] ?? (last?.multiple === true ? last : undefined), current)
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

/** Completes a list of values after its last comma. */
function completeValues(
  flag: ManifestFlag,
  command: ManifestCommand,
  flagPart: string,
  value: string,
): Completion {
  if (flag.type !== 'option') return withoutFiles([])
  const comma = flag.delimiter === undefined ? -1 : value.lastIndexOf(flag.delimiter)
  const prefix = flagPart + value.slice(0, comma + 1)
  const options =
    flag.name === 'fields' ? command.fields?.filter((name) => /^\w+$/.test(name)) : flag.options
  const words = filterByPrefix(value.slice(comma + 1), toWords(options ?? []))
  const kind = /\b(FILE|PATH|DIR|FOLDER)/.exec(String(flag.helpValue ?? ''))?.[1]
  const files = !kind ? 'none' : kind === 'FILE' || kind === 'PATH' ? 'files' : 'folders'
  return {
    words: words.map(({ word, about }) => ({ word: prefix + word, about })),
    files,
    slugs: false,
  }
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
