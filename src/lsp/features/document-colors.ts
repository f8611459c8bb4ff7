/** Shows the hexadecimal colours of options, and lets an editor choose another one. */
import type { Color, ColorInformation } from 'vscode-languageserver'
import type { Feature } from './feature.ts'

/** A key whose name ends with `color` or has the name of a fill or a border, and the value. */
const COLOR_OPTION =
  /\b(?:\w*[cC]olor|fill|stroke|background|border)['"]?\s{0,20}:\s{0,20}(['"])[^'"\n]{0,80}?(#[\da-f]{3,8})\b/gi
/** Colours of one document. */
const MOST_COLORS = 500

export const documentColors: Feature = {
  capabilities: () => ({ colorProvider: true }),
  answers: {
    onDocumentColor: async (session, { textDocument: { uri } }) => {
      const text = session.text(uri)
      const found: ColorInformation[] = []
      for (const match of text?.text.matchAll(COLOR_OPTION) ?? []) {
        const written = match[2] as string
        const color = colorOf(written)
        const end = match.index + match[0].length
        if (text && color) found.push({ color, range: text.rangeAt(end - written.length, end) })
        if (found.length === MOST_COLORS) break
      }
      return found
    },
    onColorPresentation: async (_session, { color: { red, green, blue, alpha } }) => {
      const parts = alpha === 1 ? [red, green, blue] : [red, green, blue, alpha]
      const digits = parts.map((part) =>
        Math.round(part * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      return [{ label: `#${digits.join('')}` }]
    },
  },
}

/** Undefined for five or seven digits. */
function colorOf(written: string): Color | undefined {
  const digits = written.slice(1)
  const doubled = [...digits].map((digit) => digit + digit)
  const pairs = digits.length < 5 ? doubled : (digits.match(/../g) ?? [])
  if (![3, 4, 6, 8].includes(digits.length)) return undefined
  const [red = 0, green = 0, blue = 0, alpha = 1] = pairs.map(
    (pair) => Number.parseInt(pair, 16) / 255,
  )
  return { red, green, blue, alpha }
}
