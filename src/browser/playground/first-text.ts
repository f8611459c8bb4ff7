/** The text that an address names. */
import { type Example, examples } from './examples.ts'
import { NotLoaded } from './page-file.ts'
import { readSharedPart, sharedPartOf } from './shared-text.ts'

export interface FirstText {
  readonly text: string
  /** A sentence about the text; empty if it needs none. */
  readonly said: string
  /** The text is that of an example. */
  readonly example?: Example | undefined
}

/** @param first the text of a page without one in its address */
export async function firstTextOf(hash: string, first: string): Promise<FirstText> {
  const part = sharedPartOf(hash)
  if (part === undefined) return { text: first, said: '' }
  const shared = readSharedPart(part)
  if (shared.example !== undefined) return textOfExample(shared.example, first)
  if (shared.text !== undefined) return { text: shared.text, said: '' }
  return { text: first, said: 'The link is damaged, perhaps cut. This is an example instead.' }
}

export async function textOfExample(name: string, first: string): Promise<FirstText> {
  try {
    const example = (await examples()).find((one) => one.name === name)
    if (example !== undefined) return { text: example.text, said: '', example }
    const said = `There is no example “${name.slice(0, MOST_NAME)}”. This is another one.`
    return { text: first, said }
  } catch (error) {
    if (!(error instanceof NotLoaded)) throw error
    return { text: first, said: error.message }
  }
}

const MOST_NAME = 80
