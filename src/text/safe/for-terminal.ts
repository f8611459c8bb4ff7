/** Escapes foreign text for a terminal and a log. */
import stripAnsi from 'strip-ansi'
import { linesIn } from '../line-ends.ts'
import { escapeCiCommands, unicodeEscape } from './ci-commands.ts'

/** One line without terminal control sequences; direction overrides become visible escapes. */
export function forTerminal(text: string): string {
  const line = stripAnsi(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  return escapeCiCommands(line.replace(/\p{Bidi_Control}/gu, unicodeEscape))
}

/** Like `forTerminal` for several lines; keeps line breaks and tabs. */
export function forTerminalLines(text: string): string {
  return linesIn(text)
    .map((line) => line.split('\t').map(forTerminal).join('\t'))
    .join('\n')
}
