/** Contrast of colours, as WCAG 2 defines it. Colours are red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number]

/** @param hex with three or six digits */
export const parseHex = (hex: string): Rgb => {
  const digits = hex.length < 7 ? hex.replace(/[^#]/g, '$&$&') : hex
  const part = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16)
  return [part(1), part(3), part(5)]
}

/** Draws a colour over another one. @param opacity from 0 to 1 */
export const mix = (over: Rgb, under: Rgb, opacity: number): Rgb => {
  const blend = (a: number, b: number) => a * opacity + b * (1 - opacity)
  return [blend(over[0], under[0]), blend(over[1], under[1]), blend(over[2], under[2])]
}

/** Returns 1 for the same colour, up to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const one = luminance(a)
  const other = luminance(b)
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
