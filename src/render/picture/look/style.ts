/** The styles of pictures. Formats read their values here and know no style by name. */
import { contrast, mix, parseHex } from './contrast.ts'
import { type EdgeType, type Palette, palettes, type Theme } from './theme.ts'

export const styleNames = ['plain', 'print'] as const

export interface BrandColors {
  /** Groups, icons, and connections without a type. */
  readonly accent?: string | undefined
  readonly background?: string | undefined
  /** Inside of nodes. */
  readonly box?: string | undefined
  /** Borders, and connections without a type and a group. */
  readonly line?: string | undefined
  readonly text?: string | undefined
}

/** The colours of a company; those that are missing are plain. */
export interface Brand extends BrandColors {
  readonly dark?: BrandColors | undefined
  readonly font?: string | undefined
}

/** `style` of `topo.config.json`; its colours are `#rgb` or `#rrggbb`, and its font has only letters, digits, spaces and hyphens. */
export type StyleSetting = (typeof styleNames)[number] | Brand

export interface PictureStyle {
  readonly light: Palette
  readonly dark: Palette
  /** Before the usual fonts. */
  readonly font?: string | undefined
  /** Widths of lines by type, and of borders by state, that are not the usual ones. */
  readonly weights: Readonly<Partial<Record<EdgeType | keyof Palette['states'], number>>>
  /** False draws nothing in the colours of the script. */
  readonly hasColors: boolean
}

const allOf = <K extends string>(colors: Readonly<Record<K, string>>, color: string) =>
  Object.fromEntries(Object.keys(colors).map((key) => [key, color])) as Record<K, string>

/** Types and states in one colour. */
export const inOneColor = (palette: Palette, line: string, state = line): Palette => ({
  ...palette,
  types: allOf(palette.types, line),
  states: allOf(palette.states, state),
})

const black = '#000000'
const white = '#ffffff'
const { light } = palettes
const paper: Palette = {
  ...inOneColor(light, black),
  canvas: white,
  surface: white,
  frame: black,
  line: black,
  frameLine: black,
  text: black,
  quiet: black,
  icon: black,
  edge: black,
  marks: allOf(light.marks, black),
  hues: light.hues.map(() => black),
}

export const plainStyle: PictureStyle = { ...palettes, weights: {}, hasColors: true }
const styles: Readonly<Record<(typeof styleNames)[number], PictureStyle>> = {
  plain: plainStyle,
  print: {
    light: paper,
    dark: paper,
    hasColors: false,
    weights: { http: 2.2, tcp: 3.2, pulse: 2.6, warning: 2.2, error: 3.4 },
  },
}

export function styleOf(setting: StyleSetting = 'plain'): PictureStyle {
  if (typeof setting === 'string') return styles[setting]
  const { font, dark = {}, ...colors } = setting
  return {
    ...plainStyle,
    font,
    light: branded(plainStyle.light, colors),
    dark: branded(plainStyle.dark, dark),
  }
}

const branded = (
  palette: Palette,
  { accent, background, box, line, text }: BrandColors,
): Palette => ({
  ...palette,
  ...(background && { canvas: background }),
  ...(box && { surface: box }),
  ...(line && { line, frameLine: line, edge: line }),
  ...(text && { text, quiet: text }),
  ...(accent && { frame: accent, icon: accent, hues: palette.hues.map(() => accent) }),
})

/** A style without a dark theme is light everywhere. */
export const themeIn = (style: PictureStyle, theme: Theme): Theme =>
  style.light === style.dark ? 'light' : theme

/** WCAG AA: texts, and what one must see to understand a picture. */
const leastOfText = 4.5
const leastOfLines = 3

/** One sentence per pair of colours of a company that is hard to read. */
export function contrastProblems(setting: StyleSetting | undefined): string[] {
  if (typeof setting !== 'object') return []
  const style = styleOf(setting)
  return [
    ...problemsIn('', setting, style.light),
    ...problemsIn('dark.', setting.dark ?? {}, style.dark),
  ]
}

function problemsIn(path: string, colors: BrandColors, palette: Palette): string[] {
  const { canvas, surface, text, quiet, line, hues, types, states } = palette
  const names = (
    lines: Readonly<Record<string, string>>,
    what: string,
  ): [string, string, number][] =>
    Object.entries(lines).map(([name, color]) => [`${what} ${name}`, color, leastOfLines])
  const own = (name: keyof BrandColors) =>
    colors[name] === undefined ? `the plain ${name}` : path + name
  const drawn: [name: string, color: string, least: number][] = [
    [own('text'), text, leastOfText],
    [own('text'), quiet, leastOfText],
    [own('line'), line, leastOfLines],
    [own('accent'), colors.accent ?? hues[0] ?? line, leastOfLines],
    ...names(types, 'the type'),
    ...names(states, 'the state'),
  ]
  const grounds = [
    [own('background'), canvas],
    [own('box'), surface],
  ] as const
  const problems = grounds.flatMap(([ground, under]) =>
    drawn
      .filter(([name]) => !/^the /.test(name) || !/^the /.test(ground))
      .map(([name, color, least]) => ({
        name,
        color,
        least,
        ratio: ratioOf(color, under),
      }))
      .filter(({ ratio, least }) => ratio < least)
      .map(
        ({ name, color, least, ratio }) =>
          // Rounded down: 2.96 is not 3.
          `Style: ${name} (${color}) on ${ground} (${under}) has a contrast of ${Math.floor(ratio * 10) / 10}:1; WCAG AA needs ${least}:1.`,
      ),
  )
  return [...new Set(problems)]
}

const ratioOf = (one: string, other: string): number => contrast(parseHex(one), parseHex(other))

/** The background of a group as the script has it, if texts and lines are legible on it, else paler. */
export function opacityOf(background: string, palette: Palette): number {
  const { canvas, text, edge, line, types, states } = palette
  const lines = [edge, line, ...Object.values(types), ...Object.values(states)]
  const isLegible = (opacity: number) => {
    const ground = mix(parseHex(background), parseHex(canvas), opacity)
    return (
      contrast(parseHex(text), ground) >= leastOfText &&
      lines.every((color) => contrast(parseHex(color), ground) >= leastOfLines)
    )
  }
  const isHex = /^#(?:[\da-f]{3}|[\da-f]{6})$/.test(background)
  return (isHex && [1, 0.6, 0.35, 0.2].find(isLegible)) || 0.12
}
