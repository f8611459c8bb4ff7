/** Text from outside, made harmless for a terminal and a log. */
import { stripVTControlCharacters } from 'node:util'
import { inert, unicodeEscape } from './ci-commands.ts'

/** On one line, without anything that a terminal would obey; what would reorder the text is shown as an escape. */
export function forTerminal(text: string): string {
  const line = stripVTControlCharacters(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return inert(line.replace(/\p{Bidi_Control}/gu, unicodeEscape))
}

/** The same for text of several lines, whose line ends and tabs stay. */
export function forTerminalLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(forTerminal).join('\t'))
    .join('\n')
}
