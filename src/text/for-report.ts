/** Text that others wrote, made fit for a terminal: printable, and of a known width. */
import stringWidth from 'string-width'
import { inert } from './ci-commands.ts'

/** Escapes control and invisible formatting characters, so no text can move the cursor or hide itself. */
export function forReport(text: string): string {
  return inert(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u{${code.toString(16)}}`
  })
}

/** A line of source: as `printable`, with tabs as two spaces. */
export function forReportLine(text: string): string {
  return forReport(text.replaceAll('\t', '  '))
}

/** Columns of a terminal that a text takes up: East Asian wide characters and emoji take two. */
export function columnsOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text)
}
