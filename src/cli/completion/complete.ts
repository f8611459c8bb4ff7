/** Answers the completion scripts of the shells when Tab is pressed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '../help/topics/error-codes.ts'
import { helpTopics } from '../help/topics/index.ts'
import { type CommandManifest, commandsOf } from '../manifest.ts'
import { type CompletionWord, completionOf, type ManifestCommand } from './words.ts'

/**
 * Prints the completions at the cursor. First line: whether file names fit too (`none`, `files`, `folders`); then
 * per line: word, tab, description. Errors are silent: they would disturb the line being typed.
 */
export async function complete(typed: string[], root: string): Promise<void> {
  const { words, files } = await completion(typed, root).catch(() => ({
    words: [],
    files: 'files',
  }))
  const lines = words.map(({ word, about }) => `${word}\t${about.replace(CONTROL_CHARACTERS, ' ')}`)
  process.stdout.write(`${[files, ...lines].join('\n')}\n`)
}

/** Control characters, which a path may contain. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

async function completion(typed: string[], root: string) {
  const commands = commandsOf(
    readJson<CommandManifest<ManifestCommand>>(root, 'oclif.manifest.json'),
  )
  const { oclif } = readJson<{ oclif: { topics: Record<string, { description: string }> } }>(
    root,
    'package.json',
  )
  const visible = Object.values(commands).filter(({ hidden }) => hidden !== true)
  const names = new Map(
    visible.flatMap((entry) => {
      const ids = [entry.id, ...entry.aliases]
      return ids.map((id) => [id.replaceAll(':', ' '), entry] as const)
    }),
  )
  const nouns = new Map(
    Object.entries(oclif.topics).map(([name, { description }]) => [name, description]),
  )
  const topics = helpTopics.map(({ name, summary }) => ({ word: name, about: summary }))
  // PowerShell before 7.3 drops an empty argument, so its script writes two quotes.
  const words = typed.at(-1) === '""' ? [...typed.slice(0, -1), ''] : typed
  const [command, typedCode = ''] = words
  if (command === 'explain' && words.length === 2) return { files: 'none', words: codes(typedCode) }
  const completed = completionOf(words, names, nouns, topics)
  if (!completed.slugs) return completed
  const matchingSlugs = await slugs(words.at(-1) ?? '')
  return { ...completed, words: [...completed.words, ...matchingSlugs] }
}

const codes = (start: string): CompletionWord[] =>
  errorCodes
    .filter(({ code }) => code.startsWith(start.toUpperCase()))
    .map(({ code, meaning }) => ({ word: code, about: meaning }))

async function slugs(start: string): Promise<CompletionWord[]> {
  if (!/^[a-z0-9-]*$/.test(start)) return []
  const { localSlugs } = await import('../../project/select/slugs.ts')
  const scripts = await localSlugs(process.cwd()).catch(() => [])
  // No shell interprets anything in a valid slug.
  return scripts
    .filter(({ slug }) => slug.startsWith(start))
    .map(({ slug, path }) => ({ word: slug, about: path }))
}

const readJson = <T>(root: string, name: string) =>
  JSON.parse(readFileSync(join(root, name), 'utf8')) as T
