/** Contrast of colours, as WCAG 2 defines it. Colours are red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** @param hex with three or six digits */
export const parseHex = (hex: string): Rgb => {
  const digits = hex.length < 7 ? hex.replace(/[^#]/g, '$&$&') : hex
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  return [r, g, b]
}

/** Draws a colour over another one. @param opacity from 0 to 1 */
export const mix = (over: Rgb, under: Rgb, opacity: number): Rgb => {
  const part = (i: 0 | 1 | 2) => over[i] * opacity + under[i] * (1 - opacity)
  return [part(0), part(1), part(2)]
}

/** Returns 1 for the same colour, up to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
