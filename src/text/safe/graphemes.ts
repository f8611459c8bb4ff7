/** Splits a text into the characters that people count: an emoji of several code points is one. */

let segmenter: Intl.Segmenter | undefined

/**
 * Intl.Segmenter copies the rest of a long text for each character: one of 80 kB takes minutes. So it gets pieces.
 */
const PIECE = 4_096

export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let start = 0
  while (start < text.length) {
    const piece = text.slice(start, start + PIECE)
    const isLast = start + piece.length === text.length
    let taken = 0
    for (const { segment } of segmenter.segment(piece)) {
      const end = taken + segment.length
      // The next piece may go on with this character, unless it fills the piece alone.
      if (end === piece.length && !isLast && taken > 0) break
      yield segment
      taken = end
    }
    start += taken
  }
}
