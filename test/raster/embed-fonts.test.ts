/** SVG files with their letters: a subset of the bundled font, with the same shapes. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fonts } from '../../src/raster/letters/choose-fonts.ts'
import { embedFonts } from '../../src/raster/letters/embed-fonts.ts'
import { lettersOfReader } from '../../src/raster/letters/missing-letters.ts'
import { loadShaper, shapeText } from '../../src/raster/letters/shape-text.ts'
import { cases } from '../cases.ts'

const { unpackWoff } = await import(pathToFileURL(resolve('scripts/fonts.js')).href)
const root = mkdtempSync(join(tmpdir(), 'topo-embed-'))
const bundled = join(root, 'bundled')
const fonts = new Fonts(bundled, () => [])

beforeAll(async () => {
  await loadShaper()
  mkdirSync(bundled)
  for (const name of ['latin-500', 'latin-600', 'latin-ext-600', 'cyrillic-600']) {
    const woff = readFileSync(`node_modules/@fontsource/inter/files/inter-${name}-normal.woff`)
    writeFileSync(join(bundled, `inter-${name}-normal.ttf`), unpackWoff(woff))
  }
})
afterAll(() => rmSync(root, { recursive: true }))

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const svgOf = (...texts: string[]) =>
  `<svg><style>text{fill:red}</style>${texts.map((text) => `<text x="1" y="2">${escaped(text)}</text>`).join('')}</svg>`

interface Face {
  readonly css: string
  readonly woff: Buffer
  readonly range: readonly string[]
}

const facesOf = (svg: string): Face[] =>
  [...svg.matchAll(/@font-face\{([^}]*)base64,([^)]*)\);unicode-range:([^}]*)\}/g)].map(
    ([, css = '', data = '', range = '']) => ({
      css,
      woff: Buffer.from(data, 'base64'),
      range: range.split(','),
    }),
  )

/** The fonts of an SVG as the bundled ones. */
let count = 0
function fontsIn(faces: readonly Face[]): Fonts {
  const folder = join(root, `embedded-${count++}`)
  mkdirSync(folder)
  for (const [index, { woff }] of faces.entries())
    writeFileSync(join(folder, `inter-latin-${index}-600-normal.ttf`), unpackWoff(woff))
  return new Fonts(folder, () => [])
}

const shape = (text: string, chosen = fonts) => shapeText(text, 13, 600, chosen)

describe('--embed-fonts', () => {
  test('each file and weight that is used becomes a font with its letters', async () => {
    const svg = `<svg><style></style><text x="1" y="2">Łb b</text><g class="tag"><text x="1" y="2">Ab</text></g></svg>`
    const embedded = await embedFonts(svg, fonts)
    const faces = facesOf(embedded.svg)
    expect(faces.map(({ css, range }) => [css.slice(0, css.indexOf(';src')), range])).toEqual(
      [
        ["font-family:'Inter Medium';font-weight:500", ['U+41', 'U+62']],
        ["font-family:'Inter SemiBold';font-weight:600", ['U+141']],
        ["font-family:'Inter SemiBold';font-weight:600", ['U+20', 'U+62']],
      ].sort(),
    )
    expect(embedded.missing.size).toBe(0)
    expect(embedded.svg.replace(/@font-face\{[^}]*\}/g, '')).toBe(svg)
    expect(await embedFonts(svg, fonts)).toEqual(embedded)
  })

  test('a font has the outlines of its letters and no others', async () => {
    const { svg } = await embedFonts(svgOf('Añ'), fonts)
    const few = fontsIn(facesOf(svg))
    expect(shape('Añ', few).path).toBe(shape('Añ').path)
    expect(shape('Añ', few).path).not.toBe('')
    expect(shape('BCDE', few).path).toBe('')
  })

  test('letters have the shapes and distances of the whole font, in any order', async () => {
    const letter = fc.constantFrom(...'AVToWefilrty.,:;-><=/()&ßéñüÅ0123 ')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 12 }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (texts) => {
          const few = fontsIn(facesOf((await embedFonts(svgOf(...texts), fonts)).svg))
          for (const text of texts)
            expect(shape(text, few)).toMatchObject({
              path: shape(text).path,
              width: shape(text).width,
            })
        },
      ),
      { numRuns: cases(100) },
    )
  })

  test('letters that the bundled font lacks are named once; an emoji is nothing to worry about', async () => {
    const { svg, missing } = await embedFonts(svgOf('ไทย Web 🚀', 'ไ'), fonts)
    expect([...missing]).toEqual(['ไ', 'ท', 'ย', '🚀'])
    expect(facesOf(svg).flatMap(({ range }) => range)).not.toContain('U+e44')
    expect(lettersOfReader([...missing])).toEqual([
      'The SVG does not carry ไ ท ย, because the bundled font lacks them; the fonts of the reader show them.',
    ])
    expect(lettersOfReader(['🚀'])).toEqual([])
  })

  test('an SVG without texts stays as it is', async () => {
    const svg = '<svg><style></style><g/></svg>'
    expect((await embedFonts(svg, fonts)).svg).toBe(svg)
  })
})
