/** Reads files of other diagram tools. `write-script.ts` makes a script of each drawing. */
import { languageOf } from '../topology/parse/other-language.ts'
import { readCompose } from './compose/read-compose.ts'
import type { Drawing, ReadIncluded } from './drawing/drawing.ts'
import { readMermaid, type SourceBlock, splitMarkdown, stemOf } from './mermaid/index.ts'
import { readStructurizr } from './structurizr/read-structurizr.ts'

export type { Drawing, LeftOut, ReadIncluded } from './drawing/drawing.ts'
export { FRAME, framed, inCallOrder } from './drawing/frame.ts'
export { idOfLabel, uniqueIds } from './drawing/ids.ts'
export { type RedactedDrawing, redacted } from './drawing/redact.ts'
export { scriptOfDrawing } from './drawing/write-script.ts'
export type { SourceBlock } from './mermaid/index.ts'

export interface Reader {
  /** For `--from`. */
  readonly name: 'mermaid' | 'compose' | 'structurizr'
  /** The name that `languageOf` returns. */
  readonly language: string
  /**
   * Never reads anything itself.
   * @param file path of the source: names what is drawn
   * @throws what `unreadable` returns
   */
  read(text: string, file: string, readIncluded: ReadIncluded): readonly Drawing[]
}

export const readers: readonly Reader[] = [
  { name: 'mermaid', language: 'Mermaid', read: readMermaid },
  { name: 'compose', language: 'Compose', read: readCompose },
  { name: 'structurizr', language: 'Structurizr', read: readStructurizr },
]

/** The blocks of a file and their reader; otherwise what the file looks like, if that is known. */
export function readerFor(
  text: string,
  file: string,
  from?: Reader['name'],
): { reader: Reader; blocks: readonly SourceBlock[] } | { looksLike: string | undefined } {
  const name = stemOf(file)
  const markdown = from === undefined || from === 'mermaid' ? splitMarkdown(text, file, name) : []
  const found = languageOf(text, file)?.language
  const reader = readers.find((one) =>
    from === undefined
      ? one.language === (markdown.length > 0 ? 'Mermaid' : found)
      : one.name === from,
  )
  if (reader === undefined) return { looksLike: found }
  return { reader, blocks: markdown.length > 0 ? markdown : [{ text, line: 1, name }] }
}
