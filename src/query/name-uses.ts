/** Finds every place of a script that names a node, and the word to write there for another id. */

import type { Place } from '../files/position.ts'
import type { LocalScript } from '../project/script/load.ts'
import { idsIn, ownerOf, type Span, type Topology } from '../topology/index.ts'
import { writtenIds } from '../topology/parse/option-locations.ts'

/** One place that names a node. */
export interface NameUse {
  readonly id: string
  readonly role: 'node' | 'connection' | 'step'
  /** As written: the id, or that of a replica; undefined if it is computed. */
  readonly word: string | undefined
  /** The word inside of its quotes; the call if it is computed. */
  readonly at: Place
}

export function usesIn(script: Pick<LocalScript, 'locate'>, topology: Topology): NameUse[] {
  const uses = new Map<string, NameUse>()
  const add = (role: NameUse['role'], at: Span, ids: readonly string[]) => {
    const written = writtenIds(topology, at)
    for (const id of ids) {
      const owner = role === 'node' ? id : ownerOf(topology, id)
      const literals = written.filter(({ text }) => text === id)
      const places = literals.length > 0 ? literals.map((literal) => literal.at) : [at]
      for (const one of places) {
        const found = script.locate(one)
        const word = literals.length > 0 ? id : undefined
        uses.set(`${found.path}:${found.line}:${found.column}:${owner}`, {
          id: owner,
          role,
          word,
          at: found,
        })
      }
    }
  }
  for (const { id, idGiven, at } of topology.nodes) {
    if (idGiven !== 'none') add('node', at, [id])
  }
  for (const { from, to, at } of topology.edges) add('connection', at, [from, to])
  for (const { scenarios } of topology.flows)
    for (const { steps } of scenarios) {
      for (const step of steps) add('step', step.at, idsIn(step))
    }
  return [...uses.values()]
}

/** True for a text that a script can have as an id in any quotes. */
export const isWritableId = (id: string): boolean =>
  id !== '' && id.length <= MOST_LETTERS && !/['"`\\\r\n]/.test(id)

const MOST_LETTERS = 200
export const WRITABLE_ID = `An id needs 1 to ${MOST_LETTERS} characters, without quotes, backslashes and line breaks.`

/** The first place where an id is computed, so that no word can be replaced. */
export const computedUse = (id: string, uses: readonly NameUse[]): NameUse | undefined =>
  uses.find((use) => use.id === id && use.word === undefined)

/** A replica keeps its number. */
export const renamedWord = (word: string, id: string, newId: string): string =>
  newId + word.slice(id.length)

/** In a bundle, a position inside a string is that of its quote. Undefined if the word is not there. */
export const offsetOfWord = (text: string, start: number, word: string): number | undefined =>
  [start, start + 1].find((offset) => text.startsWith(word, offset))
