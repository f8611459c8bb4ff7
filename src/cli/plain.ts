/** Text from outside, made harmless for a terminal and a log. */
import { stripVTControlCharacters } from 'node:util'

/** On one line, without anything that a terminal would obey. */
export function plain(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .replace(workflowCommand, '$1: :')
}

/** `::error::…` at the beginning of a line is an order to GitHub's runner, whoever wrote it. */
const workflowCommand = /^(\s*)::(?=[\w-]+(?: [^:]*)?::)/

/** The same for text of several lines, whose line ends and tabs stay. */
export function plainLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(plain).join('\t'))
    .join('\n')
}

/** A JSON document; what a terminal would obey is written as an escape, which means the same. */
export function jsonText(document: object): string {
  return JSON.stringify(document, null, 2).replace(
    /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
