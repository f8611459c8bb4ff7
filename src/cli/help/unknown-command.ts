/** Errors for an unknown command or help subject, with the nearest name. */
import type { Interfaces } from '@oclif/core'
import { type KnownError, usageError } from '../../errors.ts'
import { alternatives } from '../../text/alternatives.ts'
import { nearest } from '../../text/nearest.ts'
import { extraArguments, isKey, keyOnCommandLine } from '../command/usage-error.ts'

type Names = Pick<Interfaces.Config, 'commandIDs' | 'commands' | 'topics'>

/** The nearest name is suggested, and never run. */
export function unknownCommand(argv: string[], config: Names): KnownError {
  const flag = argv.findIndex((word) => word.startsWith('-'))
  if (flag === 0) return flagFirst(argv[0] ?? '')
  const typed = flag < 0 ? argv : argv.slice(0, flag)
  const words = typed.slice(0, 2)
  if (words.some(isKey)) return keyOnCommandLine()
  const names = commandNames(config)
  const near = nearestOf(words, names)
  const isName = (_word: string, index: number) =>
    names.includes(typed.slice(0, index + 1).join(' '))
  const count = typed.findLastIndex(isName) + 1
  const command = typed.slice(0, count).join(' ')
  // oclif reads the words behind a command without arguments as a part of its name.
  if (count > 0 && !near?.startsWith(`${command} `)) {
    return extraArguments(`topo ${command}`, [], typed.slice(count))
  }
  const nearNames = near === undefined ? [] : [near]
  const flags = FLAGS_ALONE.filter((name) => name === `--${words[0]}`)
  const synonyms = synonymsOf(words[0])
  const guesses = synonyms.length > 0 ? synonyms : nearNames
  const suggested = [...new Set([...flags, ...commandsThatDo(words[0], names), ...guesses])]
  return usageError(`There is no command "topo ${words.join(' ')}".`, {
    hint:
      suggested.length === 0
        ? 'Run "topo --help" to see all commands.'
        : `Did you mean ${alternatives(suggested.map((name) => `"topo ${name}"`))}?`,
  })
}

/** Words of other tools → commands of topo. A word that is a command of topo never gets here. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  apply: ['push'],
  build: ['render'],
  check: ['validate'],
  deploy: ['push'],
  draw: ['render'],
  fix: ['validate --fix'],
  lint: ['validate'],
  ls: ['list'],
  plan: ['push --dry-run'],
  rm: ['script delete'],
  serve: ['preview'],
  sync: ['push', 'pull'],
  test: ['validate'],
  up: ['push'],
  upload: ['push'],
}

const synonymsOf = (word = ''): readonly string[] =>
  Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : []

/** Flags that need no command. */
const FLAGS_ALONE = ['--help', '--version']

function flagFirst(flag: string): KnownError {
  const near = nearest(flag, FLAGS_ALONE)
  return usageError(`Expected a command, but found the flag "${flag}".`, {
    hint:
      near === undefined
        ? 'Flags come after the command, as in "topo push --local".'
        : `Did you mean "topo ${near}"?`,
  })
}

/** `delete` → `script delete`, `comments delete` and so on: people type the verb without its noun, but mean no account. */
const commandsThatDo = (verb: string | undefined, names: readonly string[]): string[] =>
  names
    .filter((name) => name.includes(' ') && name !== 'account delete')
    .filter((name) => name.split(' ').at(-1) === verb)
    .sort((a, b) => Number(b.startsWith('script ')) - Number(a.startsWith('script ')))

export function unknownSubject(
  words: string[],
  topics: readonly string[],
  config: Names,
): KnownError {
  const [synonym] = words.flatMap(synonymsOf)
  const near =
    synonym?.replace(/ --.*/, '') ??
    nearestOf(words, [...topics, ...commandNames(config), ...config.topics.map(({ name }) => name)])
  return usageError(`There is no help for "${words.join(' ')}".`, {
    hint:
      near === undefined
        ? 'Run "topo --help" to see all commands and topics.'
        : `Did you mean "topo help ${near}"?`,
  })
}

function commandNames(config: Names): string[] {
  const ids = [...config.commandIDs, ...config.commands.flatMap(({ aliases }) => aliases)]
  return ids.map((id) => id.replaceAll(':', ' '))
}

const nearestOf = (words: string[], names: string[]) =>
  nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names)
