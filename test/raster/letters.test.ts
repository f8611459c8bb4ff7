/** Texts of PNG files: right shapes of all scripts, one font for each character, no half emoji. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Fonts } from '../../src/raster/letters/choose-fonts.ts'
import { missingLetters } from '../../src/raster/letters/missing-letters.ts'
import { outlineTexts } from '../../src/raster/letters/outline-texts.ts'
import { loadShaper, shapeText } from '../../src/raster/letters/shape-text.ts'

const { unpackWoff } = await import(pathToFileURL(resolve('scripts/fonts.js')).href)
const root = mkdtempSync(join(tmpdir(), 'topo-fonts-'))
const bundled = join(root, 'bundled')
const system = join(root, 'system')
const fonts = new Fonts(bundled, () => [system, join(root, 'no such folder')])
const withoutSystem = new Fonts(bundled, () => [])

beforeAll(async () => {
  await loadShaper()
  const unpack = (family: string, script: string, folder: string, weight = 600) => {
    const name = `${family}-${script}-${weight}-normal`
    const woff = join('node_modules/@fontsource', family, 'files', `${name}.woff`)
    mkdirSync(folder, { recursive: true })
    const font = unpackWoff(readFileSync(woff))
    writeFileSync(join(folder, `${name}.ttf`), font)
    // As in the package.
    if (script === 'cyrillic') {
      rmSync(join(folder, `${name}.ttf`))
      writeFileSync(join(folder, `${name}.ttf.br`), brotliCompressSync(font))
    }
  }
  for (const script of ['latin', 'latin-ext', 'cyrillic', 'vietnamese'])
    unpack('inter', script, bundled)
  unpack('inter', 'latin', bundled, 500)
  for (const script of ['thai', 'devanagari', 'hebrew'])
    unpack(`noto-sans-${script}`, script, join(system, script))
  writeFileSync(join(system, 'damaged.ttf'), Buffer.from('00010000ffff0000', 'hex'))
  writeFileSync(
    join(system, 'cut.otf'),
    readFileSync(join(bundled, 'inter-latin-600-normal.ttf')).subarray(0, 300),
  )
})
afterAll(() => rmSync(root, { recursive: true }))

const shape = (text: string, chosen = fonts) => shapeText(text, 13, 600, chosen)
const width = (text: string) => shape(text).width

describe('shapes', () => {
  test('Devanagari letters join, also after Latin ones', () => {
    expect(width('क्ष')).toBeLessThan(width('क') + width('ष') - 2)
    expect(width('API क्षत्रिय')).toBeCloseTo(width('API ') + width('क्षत्रिय'), 1)
    expect(shape('API क्षत्रिय').missing).toEqual([])
  })

  test('Thai marks stand above their letter', () => {
    expect(width('ที่')).toBeCloseTo(width('ท'))
    expect(shape('ที่').path.length).toBeGreaterThan(shape('ท').path.length)
  })

  test('Hebrew runs from right to left, and Latin in it from left to right', () => {
    expect(shape('אב').path.startsWith(shape('ב').path)).toBe(true)
    const whole = shape('אב API').path
    const latin = shape('API').path
    expect(whole.startsWith(shape('ב').path)).toBe(true)
    expect(whole.endsWith(latin)).toBe(false)
    expect(width('אב API')).toBeCloseTo(width('אב ') + width('API'), 1)
  })

  test('each letter of a line has a font of its own, so that a foreign one changes no other', () => {
    const alone = shape('Web').path
    for (const text of ['Web ไทย', 'Web 服', 'Web Việt', 'Web Ж'])
      expect(shape(text).path.startsWith(alone)).toBe(true)
  })
})

describe('letters without a font', () => {
  test('an emoji is left out whole, with its space', () => {
    const plain = shape('Rocket dev', withoutSystem)
    for (const text of [
      '🚀 Rocket dev',
      'Rocket 👩‍💻 dev',
      'Rocket dev 👍🏽👨‍👩‍👧‍👦',
      '🇩🇪 Rocket dev 1️⃣',
    ])
      expect(shape(text, withoutSystem).path).toBe(plain.path)
    expect(shape('🚀 Rocket 👩‍💻', withoutSystem).missing).toEqual(['🚀', '👩‍💻'])
    expect(shape('🚀', withoutSystem)).toMatchObject({ path: '', width: 0 })
  })

  test('a word becomes one replacement character, which fits into its box', () => {
    const { path, missing } = shape('ไทย Web', withoutSystem)
    expect(path).toBe(shape('\uFFFD Web', withoutSystem).path)
    expect(missing).toEqual(['ไ', 'ท', 'ย'])
  })

  test('a sentence says what the machine needs', () => {
    expect(missingLetters(['ไ', '🚀'])).toEqual([
      'No font on this machine has ไ, so the PNG shows a replacement character. Install a font such as Noto Sans for this script, or use --format svg.',
      'No font on this machine has 🚀, so the PNG has no emoji. Install Noto Color Emoji, or use --format svg.',
    ])
    expect(missingLetters([...'กขคงจฉช'])[0]).toContain('ก ข ค ง จ and 2 more characters')
    expect(missingLetters([])).toEqual([])
  })
})

test('texts of an SVG become paths in the same place and style', async () => {
  const svg =
    '<svg><style>text{fill:red}.removed>text{x:y}.tag text,.note{fill:blue}</style>' +
    '<g class="node removed"><g class="sign"/><text class="mid" x="50" y="20">A &amp; B&#39;</text></g><g class="tag"><text x="3" y="4">A &amp; B&#39;</text></g></svg>'
  const { svg: outlined, missing } = await outlineTexts(svg, fonts)
  expect([...missing]).toEqual([])
  expect(outlined).not.toContain('<text')
  expect(outlined).toContain(
    '<style>.letters{fill:red}.removed>.letters{x:y}.tag .letters,.note{fill:blue}</style>',
  )
  const half = shape("A & B'").width / 2
  expect(outlined).toContain(
    `<path class="letters mid" transform="translate(${(50 - half).toFixed(2)} 20.00)"`,
  )
  expect(outlined).toContain('<path class="letters" transform="translate(3.00 4.00)"')
  // Removed texts are struck through.
  expect(outlined).toContain(`H${half * 2}V`)
})
