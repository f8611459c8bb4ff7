/** Escapes foreign text for reports, and measures its width in a terminal. */
import stringWidth from 'string-width'
import stripAnsi from 'strip-ansi'
import { escapeCiCommands } from './ci-commands.ts'
import { graphemesOf } from './graphemes.ts'

/** Escapes control and invisible formatting characters, so that text cannot move the cursor or hide. */
export function forReport(text: string): string {
  return escapeCiCommands(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u{${code.toString(16)}}`
  })
}

/** A line of source: like `forReport`, with tabs as two spaces. */
export function forReportLine(text: string): string {
  return forReport(text.replaceAll('\t', '  '))
}

/** Width in terminal columns: East Asian wide characters and emoji take two. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  if (text.length < LONG) return stringWidth(text)
  let columns = 0
  for (const character of graphemesOf(stripAnsi(text))) columns += stringWidth(character)
  return columns
}

/** The package takes quadratic time for a long text. */
const LONG = 4_096
