/** A browser reads the fonts that `--embed-fonts` writes, and shows what it shows with the whole fonts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder, topo } from '../cli/topo.ts'
import { noBrowser, openPage } from './chromium.ts'

const code = `const t = new TopologyBuilder(true)
const group = t.createGroup('g', { label: 'Zürich (Łódź) Việt' })
group.addProcess({ id: 'a', label: 'Gateway -> AVATAR ffi 12:30', description: 'Type "AV" & more' })
group.addProcess({ id: 'b', label: 'Привет Ελλάδα', replicas: 3 }).autoResize()
t.connect('a', 'b', { label: 'calls /v1/items?x=1', type: 'http' })
await t.apply()
const flow = new FlowBuilder()
flow.scenario('first', 'First To').from('a').to('b')
export default flow
`

/** The whole fonts, as their package declares them. */
function wholeFonts(): string {
  const ranges: Record<string, string> = JSON.parse(read('unicode.json').toString())
  const families = [
    ['Inter Medium', 500],
    ['Inter SemiBold', 600],
  ] as const
  return families
    .flatMap(([family, weight]) =>
      Object.entries(ranges)
        .filter(([script]) => script !== 'greek-ext')
        .map(([script, range]) => {
          const data = read(`files/inter-${script}-${weight}-normal.woff`).toString('base64')
          return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff;base64,${data});unicode-range:${range}}`
        }),
    )
    .join('')
}

const read = (name: string) => readFileSync(`node_modules/@fontsource/inter/${name}`)

describe.skipIf(noBrowser)('--embed-fonts', () => {
  test.each(['svg', 'sequence'])(
    '%s looks as with the whole fonts, and otherwise than without',
    async (format) => {
      const cwd = folder({ 'd.topology.js': code })
      const draw = async (...flags: string[]) => {
        const args = [
          'render',
          'd.topology.js',
          '--format',
          format,
          '--theme',
          'light',
          '-o',
          'd.svg',
          '--force',
        ]
        expect((await topo([...args, ...flags], { cwd })).code).toBe(0)
        return readFileSync(join(cwd, 'd.svg'), 'utf8')
      }
      const plain = await draw()
      const embedded = await draw('--embed-fonts')
      const page = await openPage()
      const troubles: string[] = []
      page.on('console', (message) => troubles.push(message.text()))
      const look = async (svg: string, style = '') => {
        // Hinting guesses heights from letters that a subset lacks.
        await page.setContent(
          `<!doctype html><style>${style}text{text-rendering:geometricPrecision}</style>${svg}`,
        )
        await page.evaluate(async () => {
          await document.fonts.ready
        })
        return page.locator('svg').screenshot()
      }
      const alone = await look(plain)
      const whole = await look(plain, wholeFonts())
      const subset = await look(embedded)
      expect(subset.equals(whole)).toBe(true)
      expect(subset.equals(alone)).toBe(false)
      // Browsers say there why they refuse a font.
      expect(troubles).toEqual([])
    },
  )
})
