/** Replaces the texts of topo's SVG by outlines, because the rasteriser shapes a line with one font and one script only. */
import { Fonts } from './choose-fonts.ts'
import { loadShaper, type ShapedText, shapeText } from './shape-text.ts'
import { replaceTexts, type SvgText, type SvgWithLetters } from './svg-texts.ts'

/** Reads nothing before the first letter that the bundled font does not have. */
const machine = new Fonts()

export async function outlineTexts(svg: string, fonts = machine): Promise<SvgWithLetters> {
  await loadShaper()
  const missing = new Set<string>()
  const outlined = replaceTexts(svg, (text) => {
    const shaped = shapeText(text.content, text.size, text.weight, fonts)
    for (const character of shaped.missing) missing.add(character)
    return markup(shaped, text)
  })
  return { svg: outlined.replace(/<style>[^<]*<\/style>/, selectLetters), missing }
}

function markup({ path, images, width }: ShapedText, text: SvgText): string {
  const { classes, y, size } = text
  const x = text.x - (classes.includes('mid') ? width / 2 : 0)
  const strike = text.isStruck ? `M0 ${-size * 0.32}H${width}V${-size * 0.26}H0Z` : ''
  const names = ['letters', ...classes].join(' ')
  const place = `translate(${x.toFixed(2)} ${y.toFixed(2)})`
  const letters = `<path class="${names}" transform="${place}" d="${path}${strike}"/>`
  const pictures = images.map((one) => {
    const left = (x + one.x).toFixed(2)
    const top = (y - size * 0.36 - one.size / 2).toFixed(2)
    const side = one.size.toFixed(2)
    const data = Buffer.from(one.image).toString('base64')
    return `<image x="${left}" y="${top}" width="${side}" height="${side}" href="data:image/png;base64,${data}"/>`
  })
  return `${path === '' && strike === '' ? '' : letters}${pictures.join('')}`
}

/** Rules for `text` apply to paths with the class `letters`. */
const selectLetters = (style: string): string =>
  style.replace(/(?<=[>{} ,])text(?=[{,])/g, '.letters')
