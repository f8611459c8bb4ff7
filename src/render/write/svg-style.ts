/** The style sheet of an SVG, in the colours of a theme. */
import {
  inOneColor,
  opacityOf,
  type PictureStyle,
  plainStyle,
  themeIn,
} from '../picture/look/style.ts'
import { dashes, edgeTypes, type Palette, type Theme } from '../picture/look/theme.ts'

/** The first family of each weight: `--embed-fonts` puts its letters into an SVG. */
export const fontFamilies = { 500: 'Inter Medium', 600: 'Inter SemiBold' } as const

/** Fonts of similar width; not `system-ui`, whose width is unknown. @param own the font of a style */
export const fonts = (weight: 500 | 600, own?: string) =>
  `${own === undefined ? '' : `'${own}',`}'${fontFamilies[weight]}',Inter,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif`

/** `auto` follows the reader's system on a screen, and is light on paper. */
export function styleSheet(style: PictureStyle, theme: Theme, content: StyleContent = {}): string {
  const { compares = false, hasArt = false, hasShapes = false } = content
  const { hasLinks = false, hasSigns = false } = content
  const rules = (name: 'light' | 'dark') =>
    [
      colorsOf(compares ? neutral(style[name]) : style[name], content),
      hasArt ? artColors(style[name]) : '',
      style === plainStyle ? '' : playerColors(style[name]),
    ].join('')
  const still = compares ? '.still{opacity:.5}.tag.still{opacity:1}.tag.still text{opacity:.5}' : ''
  const shapes = hasShapes ? '.shape>*{stroke-width:2.6}' : ''
  const links = hasLinks ? linkRules : ''
  const signs = hasSigns ? signRule : ''
  return fixed(style) + still + shapes + links + signs + inTheme(themeIn(style, theme), rules)
}

const linkRules =
  '.note a,a:is(:hover,:focus-visible) text{text-decoration:underline}a:is(:hover,:focus-visible)>.node>.body{stroke-width:2.6}'
const signRule = '.out:is(:hover,:focus-visible)>.body{stroke-width:2.6}'

/** The rules of a theme. */
export const inTheme = (theme: Theme, rules: (name: 'light' | 'dark') => string): string =>
  theme === 'auto'
    ? `${rules('light')}@media screen and (prefers-color-scheme:dark){${rules('dark')}}`
    : rules(theme)

/** The content of a picture: the style sheet has no rules for the rest. */
interface StyleContent {
  /** Only marks have colours. */
  readonly compares?: boolean | undefined
  /** Numbers of the hues that frames have. */
  readonly hues?: ReadonlySet<number>
  /** Numbers of the hues that lines without a type have. */
  readonly lineHues?: ReadonlySet<number>
  /** Backgrounds of groups, in the order of their classes. */
  readonly grounds?: readonly string[]
  /** Icons of packs. */
  readonly hasArt?: boolean
  /** Small outlines in the legend. */
  readonly hasShapes?: boolean
  /** Boxes or texts that lead to another page. */
  readonly hasLinks?: boolean
  /** Signs beside them, which lead to addresses. */
  readonly hasSigns?: boolean
}

/** The stage of a page has the ground of the picture. */
const playerColors = ({ canvas, surface, line, text, quiet }: Palette): string =>
  `.player{--canvas:${canvas};--surface:${surface};--edge:${line};--ink:${text};--quiet:${quiet}}`

const artColors = ({ icon, plate }: Palette): string =>
  `.art{color:${icon}}.plate{fill:${plate}}.stopped>.art,.stopped>.plate{opacity:.7}`

/** Types and states differ by dashes and dots only. */
const neutral = (palette: Palette): Palette => inOneColor(palette, palette.edge, palette.quiet)

/** Size in pixels and weight of a text, as the rules below and those of `sequence/svg.ts`. @param groups classes of the groups around it */
export function fontOf(
  classes: readonly string[],
  groups: readonly string[],
): { size: number; weight: 500 | 600 } {
  if (classes.includes('heading')) return { size: 16, weight: 600 }
  if (classes.some((name) => ['about', 'what', 'mark'].includes(name)))
    return { size: 11.5, weight: 500 }
  const isSmall = classes.includes('note') || groups.includes('tag') || groups.includes('legend')
  if (isSmall) return { size: 10.5, weight: 500 }
  if (groups.includes('head')) return { size: 12.5, weight: 600 }
  return { size: groups.includes('badge') ? 10 : 13, weight: 600 }
}

const fixed = ({ font, weights, hasColors }: PictureStyle): string =>
  [
    `text{font-family:${fonts(600, font)};font-size:13px;font-weight:600}`,
    `.note,.tag text,.legend text{font-family:${fonts(500, font)};font-size:10.5px;font-weight:500}`,
    '.head text{font-size:12.5px;paint-order:stroke;stroke-width:3.5;stroke-linejoin:round}',
    '.badge text{font-size:10px;font-weight:600;fill:#fff}',
    '.mid{text-anchor:middle}',
    '.icon,.line{fill:none}',
    '.icon{stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}',
    '.line{stroke-width:1.6;stroke-linejoin:round}',
    '.body{stroke-width:1.2}',
    // Fills of nested frames add up, and lines need a contrast of 3:1 against all of them.
    '.frame>.body{fill-opacity:.04;stroke-width:1.1}',
    '.deep>.body{fill-opacity:0}',
    '.external>.body{stroke-dasharray:5 4}',
    '.stopped>text,.stopped>.icon{opacity:.7}',
    '.stopped>.body{stroke-dasharray:2 3}',
    '.added>.body,.removed>.body,.changed>.body{stroke-width:2.4}',
    '.added>.line,.removed>.line,.changed>.line{stroke-width:2.6}',
    '.removed>.body,.removed>.line{stroke-dasharray:6 4}',
    '.removed>text{text-decoration:line-through}',
    '.tag rect{fill-opacity:.93}',
    ...edgeTypes.flatMap((type) =>
      dashes[type] === null ? [] : [`.${type}>.line{stroke-dasharray:${dashes[type]}}`],
    ),
    ...Object.entries(weights).map(
      ([name, width]) => `.${name}>.line,.${name}>.body{stroke-width:${width}}`,
    ),
    ...(hasColors ? [] : ['.art{filter:grayscale(1)}']),
  ].join('')

function colorsOf(
  palette: Palette,
  { hues: used = new Set(), lineHues = new Set(), grounds = [] }: StyleContent,
): string {
  const { canvas, surface, frame, line, frameLine, text, quiet, icon, edge, hues } = palette
  const rules = [
    `.canvas{fill:${canvas}}`,
    `text{fill:${text}}`,
    `.note,.legend text,.tag text{fill:${quiet}}`,
    `.body,.rim{fill:${surface};stroke:${line}}`,
    '.rim{fill:none}',
    `.frame>.body{fill:${frame};stroke:${frameLine}}`,
    ...hues.flatMap((hue, i) =>
      used.has(i) ? [`.hue-${i}>.body{fill:${hue};stroke:${hue}}`] : [],
    ),
    ...grounds.map(
      (color, i) =>
        `.frame.ground-${i}>.body{fill:${color};fill-opacity:${opacityOf(color, palette)}}`,
    ),
    `.icon{stroke:${icon}}`,
    `.line{stroke:${edge}}`,
    `.tip{fill:${edge}}`,
    ...hues.flatMap((hue, i) =>
      lineHues.has(i) ? [`.hue-${i}>.line{stroke:${hue}}.hue-${i}>.tip{fill:${hue}}`] : [],
    ),
    `.head text{stroke:${canvas}}`,
    `.tag rect{fill:${canvas}}`,
    `.badge rect{fill:${icon}}`,
    `.badge text{fill:${surface}}`,
    ...meanings(palette),
  ]
  return rules.join('')
}

/** Colours that say something: the state of a node, the type of a connection, what a comparison marks. */
const meanings = ({ surface, states, types, marks }: Palette): string[] => [
  ...Object.entries(states).flatMap(([state, color]) => [
    `.${state}>.body,.${state}>.rim{stroke:${color}}`,
    `.${state}>.state{fill:${color};stroke:${surface}}`,
  ]),
  ...Object.entries(types).flatMap(([type, color]) => [
    `.${type}>.line{stroke:${color}}`,
    `.${type}>.tip{fill:${color}}`,
  ]),
  ...Object.entries(marks).flatMap(([mark, color]) => [
    `.${mark}>.body,.${mark}>.line,.${mark}>.rim{stroke:${color}}`,
    `.${mark}>.tip,.${mark}>text,.${mark}>.sign{fill:${color}}`,
    `.${mark}>.sign text{fill:${surface}}`,
  ]),
]
