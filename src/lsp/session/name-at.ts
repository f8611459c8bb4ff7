/** Finds the name at a position of a document. */

import type { Position, Range } from 'vscode-languageserver-types'
import { fileOf, join } from '#platform/file-names'
import type { Place } from '../../files/position.ts'
import { type NameUse, offsetOfWord } from '../../query/name-uses.ts'
import type { OpenNames, ScriptNames } from '../checks/script-names.ts'
import type { PlacedText } from './placed-text.ts'
import type { ScriptSession } from './script-session.ts'

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
  session: ScriptSession,
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
    session: ScriptSession,
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
