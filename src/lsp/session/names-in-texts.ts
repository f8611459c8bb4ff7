/** Finds the places of a name in the documents of the client. */

import { join } from 'node:path'
import type { Location } from 'vscode-languageserver'
import { decodeText } from '../../files/decode.ts'
import { keyedBy } from '../../grouped.ts'
import { readFileWithin } from '../../limits/files.ts'
import type { NameUse } from '../../query/name-uses.ts'
import { type NameAt, rangeOfWord } from './name-at.ts'
import type { PlacedText } from './placed-text.ts'
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

  /**
   * The range of a use: the word, or the call that computes it. Undefined if the word is not there.
   */
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
