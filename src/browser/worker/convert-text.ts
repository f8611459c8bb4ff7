/** Recognises a text of another diagram tool, and converts it into a script. */
import {
  type Drawing,
  framed,
  type LeftOut,
  readerFor,
  redacted,
  scriptOfDrawing,
  uniqueIds,
} from '../../convert/index.ts'
import { KnownError } from '../../errors.ts'
import { chooseRows } from '../../project/convert/choose-rows.ts'
import { writeHeader } from '../../project/script/header/header-text.ts'
import { defaultMetadata } from '../../project/script/metadata.ts'

export interface ConvertedText {
  /** Name of the other language. */
  readonly language: string
  /** Undefined if the text cannot be read. */
  readonly script: string | undefined
  readonly leftOut: readonly LeftOut[]
  /** Further diagrams of the text, which are not in the script. */
  readonly others: number
  /** Why the text cannot be read. */
  readonly error: string | undefined
}

/** Undefined for a text that is in none of the languages. */
export function convertText(text: string): ConvertedText | undefined {
  const read = readerFor(text, 'diagram')
  if ('looksLike' in read) return undefined
  const { reader, blocks } = read
  const none = { language: reader.language, script: undefined, leftOut: [], others: 0 }
  try {
    const drawings = blocks.flatMap((block) => reader.read(block.text, 'diagram', noFiles))
    const [first] = drawings
    if (first === undefined) return { ...none, error: 'The text has no diagram.' }
    const drawing = { ...framed(redacted(first)), isRedacted: true as const }
    const ids = uniqueIds(drawing, { kept: new Map(), wanted: new Map() })
    const code = scriptOfDrawing(drawing, { ids, chooseRows })
    return {
      language: reader.language,
      script: headerOf(first, code) + code,
      leftOut: drawing.leftOut,
      others: drawings.length - 1,
      error: undefined,
    }
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    const { message, hint = '' } = error
    return { ...none, error: `${message} ${hint}`.trim() }
  }
}

function headerOf({ title, name, direction }: Drawing, code: string): string {
  const defaults = defaultMetadata('diagram')
  const heading = (title || name).replace(/\s+/g, ' ').trim()
  return writeHeader({ ...defaults, name: heading || 'diagram', direction }, defaults, code)
}

/** A page has no files that a text could include. */
const noFiles = () => undefined
