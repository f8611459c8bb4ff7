/** Text that others wrote, made fit for a terminal: printable, and of a known width. */

/** Escapes control and invisible formatting characters, so that no text can move the cursor or hide itself. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `\\u{${code.toString(16)}}`
  })
}

/** A line of source: as `printable`, with tabs as two spaces. */
export function printableLine(text: string): string {
  return printable(text.replaceAll('\t', '  '))
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Columns of a terminal that a text takes up: East Asian wide characters and emoji take two. */
export function columnsOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const { segment } of graphemes.segment(text))
    columns += WIDE.test(segment) ? 2 : ZERO.test(segment) ? 0 : 1
  return columns
}

const ZERO = /^[\p{Mn}\p{Me}]+$/u
const WIDE =
  /[\p{Emoji_Presentation}\u{1100}-\u{115f}\u{2e80}-\u{303e}\u{3041}-\u{33ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9fff}\u{a000}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{20000}-\u{3fffd}]|\ufe0f/u
