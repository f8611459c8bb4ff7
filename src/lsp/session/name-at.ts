/** Finds the name at a position, and the places of a name in the documents of the client. */

import { join } from 'node:path'
import type { Location, Position, Range } from 'vscode-languageserver'
import { decodeText } from '../../files/decode.ts'
import type { Place } from '../../files/position.ts'
import { keyedBy } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'
import { type NameUse, offsetOfWord } from '../../query/name-uses.ts'
import type { OpenNames, ScriptNames } from '../checks/names-in-script.ts'
import { fileOf } from './file-of.ts'
import type { PlacedText } from './open-document.ts'
import type { EditorSession } from './session.ts'

/** Names of a script that is open, with the texts that they are in. */
export class NamesInTexts {
  readonly #session: EditorSession
  readonly #texts = new Map<string, PlacedText | undefined>()

  constructor(session: EditorSession) {
    this.#session = session
  }

  /** The text of a file; undefined if it is neither open nor readable. */
  async textOf(file: string): Promise<PlacedText | undefined> {
    const known = this.#texts.get(file)
    if (known !== undefined) return known
    const uri = this.#session.uriOf(file)
    const text =
      this.#session.text(uri) ??
      (await readFileWithin('script', file).then(
        (bytes) => this.#session.textWith(uri, decodeText(bytes).text ?? ''),
        () => undefined,
      ))
    this.#texts.set(file, text)
    return text
  }

  /** The range of a use: the word, or the call that computes it. Undefined if the word is not there. */
  async locate(
    root: string,
    { word, at }: Pick<NameUse, 'word' | 'at'>,
  ): Promise<Location | undefined> {
    const text = await this.textOf(join(root, at.path))
    if (text === undefined) return undefined
    const range = word === undefined ? text.rangeOf(at) : rangeOfWord(text, at, word)
    return range && { uri: text.uri, range }
  }
}

/** Undefined if the word is not there. */
export function rangeOfWord(
  text: PlacedText,
  at: Place | Omit<Place, 'path'>,
  word: string,
): Range | undefined {
  const start = text.offsetAt(text.rangeOf(at).start)
  const found = offsetOfWord(text.text, start, word)
  return found === undefined ? undefined : text.rangeAt(found, found + word.length)
}

/** A name at a position of a document, and the scripts that it is a name in. */
export interface NameAt {
  readonly id: string
  readonly use: NameUse
  readonly range: Range
  /** The document and open scripts that import it: at least one. */
  readonly scripts: readonly (OpenNames & { readonly uri: string })[]
}

/** Where names come from: `namesSoon` answers soon, `names` with the text as it is. */
type NamesSource = 'names' | 'namesSoon'

/** The names of a document and of open scripts that import it. */
async function namesAround(
  session: EditorSession,
  uri: string,
  signal: AbortSignal,
  source: NamesSource,
) {
  const uris = [...(await session.scriptsWith(uri, signal))]
  const all = await Promise.all(
    uris.map(async (one) => ({ one, found: await session[source](one, signal) })),
  )
  return all.flatMap(({ one, found }) => (found ? [{ ...found, uri: one }] : []))
}

const nameBy =
  (source: NamesSource) =>
  async (
    session: EditorSession,
    uri: string,
    position: Position,
    signal: AbortSignal,
  ): Promise<NameAt | undefined> => {
    const scripts = await namesAround(session, uri, signal, source)
    return nameAmong(scripts, session.text(uri), position)
  }

/** Undefined where no name is written. */
export const nameAt = nameBy('names')

/** Like `nameAt`, but soon: for a text that takes long, with the names of the one before. */
export const nameSoonAt = nameBy('namesSoon')

function nameAmong(
  scripts: NameAt['scripts'],
  text: PlacedText | undefined,
  position: Position,
): NameAt | undefined {
  if (text === undefined) return undefined
  const file = fileOf(text.uri)
  for (const { names } of scripts) {
    for (const use of names.uses) {
      if (use.word === undefined || join(names.root, use.at.path) !== file) continue
      const range = rangeOfWord(text, use.at, use.word)
      if (range && contains(range, position))
        return { id: use.id, use, range, scripts: named(scripts, use.id) }
    }
  }
  return undefined
}

const named = <S extends { readonly names: ScriptNames }>(scripts: readonly S[], id: string): S[] =>
  scripts.filter(({ names }) => names.uses.some((use) => use.id === id))

const contains = ({ start, end }: Range, { line, character }: Position): boolean =>
  start.line === line &&
  end.line === line &&
  start.character <= character &&
  character <= end.character

/** Places of all uses of a name in these roles, each once. */
export async function placesNamed(
  texts: NamesInTexts,
  { id, scripts }: NameAt,
  roles: readonly NameUse['role'][],
): Promise<Location[]> {
  const found: Location[] = []
  for (const { names } of scripts) {
    const uses = names.uses.filter((use) => use.id === id && roles.includes(use.role))
    found.push(...(await locationsOf(texts, names.root, uses)))
  }
  return [...keyedBy(found, placeOf).values()]
}

/** Places of uses, each once. */
export async function locationsOf(
  texts: NamesInTexts,
  root: string,
  uses: readonly NameUse[],
): Promise<Location[]> {
  const found = await Promise.all(uses.map((use) => texts.locate(root, use)))
  const locations = found.filter((one) => one !== undefined)
  return [...keyedBy(locations, placeOf).values()]
}

const placeOf = ({ uri, range }: Location): string => `${uri} ${JSON.stringify(range)}`
