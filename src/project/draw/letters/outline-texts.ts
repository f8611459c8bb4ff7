/** Replaces the texts of topo's SVG by outlines, because the rasteriser shapes a line with one font and one script only. */
import { fontOf } from '../../../render/formats/svg-style.ts'
import { Fonts } from './choose-fonts.ts'
import { loadShaper, type ShapedText, shapeText } from './shape-text.ts'

export interface OutlinedSvg {
  readonly svg: string
  /** Characters that no font of this machine has. */
  readonly missing: ReadonlySet<string>
}

/** Tags of an SVG that topo wrote: attributes contain no `>`, and texts no elements. */
const tagPattern = /<text([^>]*)>([^<]*)<\/text>|<g([^>]*?)(\/?)>|<\/g>/g

/** Reads nothing before the first letter that the bundled font does not have. */
const machine = new Fonts()

export async function outlineTexts(svg: string, fonts = machine): Promise<OutlinedSvg> {
  await loadShaper()
  const missing = new Set<string>()
  const groups: string[][] = []
  const outlined = svg.replace(
    tagPattern,
    (whole, textAttributes?: string, content?: string, groupAttributes?: string, closed?: string) => {
      if (groupAttributes !== undefined) {
        if (closed === '') groups.push(classesOf(groupAttributes))
        return whole
      }
      if (textAttributes === undefined || content === undefined) {
        groups.pop()
        return whole
      }
      const classes = classesOf(textAttributes)
      const { size, weight } = fontOf(classes, groups.flat())
      const shaped = shapeText(decode(content), size, weight, fonts)
      for (const character of shaped.missing) missing.add(character)
      const x = numberOf(textAttributes, 'x') - (classes.includes('mid') ? shaped.width / 2 : 0)
      const isStruck = groups.at(-1)?.includes('removed') === true
      return markup(shaped, classes, x, numberOf(textAttributes, 'y'), size, isStruck)
    },
  )
  return { svg: outlined.replace(/<style>[^<]*<\/style>/, selectLetters), missing }
}

function markup(
  { path, images, width }: ShapedText,
  classes: readonly string[],
  x: number,
  y: number,
  size: number,
  isStruck: boolean,
): string {
  const strike = isStruck ? `M0 ${-size * 0.32}H${width}V${-size * 0.26}H0Z` : ''
  const names = ['letters', ...classes].join(' ')
  const place = `translate(${x.toFixed(2)} ${y.toFixed(2)})`
  const letters = `<path class="${names}" transform="${place}" d="${path}${strike}"/>`
  const pictures = images.map(
    (one) =>
      `<image x="${(x + one.x).toFixed(2)}" y="${(y - size * 0.36 - one.size / 2).toFixed(2)}" width="${one.size.toFixed(2)}" height="${one.size.toFixed(2)}" href="data:image/png;base64,${Buffer.from(one.image).toString('base64')}"/>`,
  )
  return `${path === '' && strike === '' ? '' : letters}${pictures.join('')}`
}

/** Rules for `text` apply to paths with the class `letters`. */
const selectLetters = (style: string): string => style.replace(/(?<=[>{} ,])text(?=[{,])/g, '.letters')

const classesOf = (attributes: string): string[] => /class="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
const numberOf = (attributes: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0)

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, number?: string, name = '') =>
    number === undefined ? (named[name] ?? whole) : String.fromCodePoint(Number(number)),
  )
