/** What a reader sees first: the picture beside the buttons, with names that are large enough to read. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { corpus } from '../render/corpus/index.ts'
import { noBrowser, smallestName, visitRendered } from './chromium.ts'

/** @param wide groups beside each other instead of one below the other */
const script = (groups: number, wide = true) => `const t = new TopologyBuilder(true)
for (let i = 0; i < ${groups}; i++) {
  t.createGroup('g' + i, { label: 'Group ' + i }).addProcess({ id: 'a' + i, label: 'Service ' + i, icon: 'api' }).addProcess({ id: 'b' + i, label: 'Store ' + i })
  t.connect('a' + i, 'b' + i, { type: 'http', label: 'reads' })
  ${wide ? '' : "if (i > 0) t.connect('b' + (i - 1), 'a' + i, {})"}
}
await t.apply()
`

/** Too large for a screen. */
const tree = `const t = new TopologyBuilder(true)
for (let i = 0; i < 300; i++) {
  t.createProcess({ id: 'n' + i, label: 'Service number ' + i })
  if (i > 0) t.connect('n' + Math.floor((i - 1) / 3), 'n' + i)
}
await t.apply()
`

/** Names of the boxes that a button is on. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.tools, .zoom')].map((one) =>
      one.getBoundingClientRect(),
    )
    return [...document.querySelectorAll('.drawing .body')].flatMap((body) => {
      const box = body.getBoundingClientRect()
      const isOn = buttons.some(
        (one) =>
          one.left < box.right &&
          one.right > box.left &&
          one.top < box.bottom &&
          one.bottom > box.top,
      )
      return isOn ? (body.parentElement?.getAttribute('data-node') ?? '?') : []
    })
  })

const windows = [
  { width: 375, height: 700 },
  { width: 1440, height: 900 },
]

describe.skipIf(noBrowser).each(windows)('a window of $width pixels', (viewport) => {
  test.each([
    ['one group', script(1)],
    ['many groups side by side', script(9)],
    ['groups one below the other', script(4, false)],
  ])('the buttons cover nothing at first: %s', async (_what, text) => {
    const { page } = await visitRendered(text, '', { viewport })
    expect(await covered(page)).toEqual([])
    // The same after the reader has moved, and looks at all of it again.
    await page.locator('.stage').press('+')
    await page.locator('.stage').press('0')
    expect(await covered(page)).toEqual([])
  })

  test.each([
    ['groups in a row', script(12)],
    ['groups one below the other', script(30, false)],
    ['120 groups', script(120)],
    ['a tree without groups', tree],
    ['a page whose folded groups read as they are drawn', new Map(corpus).get('hexagon') ?? ''],
  ])('names read at first, and the minimap shows where one is: %s', async (_what, text) => {
    const { page } = await visitRendered(text, '', { viewport })
    expect(await smallestName(page)).toBeGreaterThan(8.9)
    expect(
      await page
        .locator('.node:visible, .cover:visible')
        .filter({ hasNot: page.locator('text:not(.note):visible') })
        .count(),
    ).toBe(0)
    const [inside, all] = await shownBoxes(page)
    expect(inside).toBeGreaterThan(2)
    if (inside < all) await page.locator('.minimap').waitFor()
  })

  test('texts of connections appear as they become large enough', async () => {
    const { page } = await visitRendered(script(120), '#level=0', { viewport })
    await page.locator('.tag').first().waitFor({ state: 'hidden' })
    await page.locator('.stage').focus()
    for (let zoom = 0; zoom < 20; zoom++) await page.keyboard.press('+')
    await page.locator('.tag').first().waitFor()
  })
})

describe.skipIf(noBrowser)('a name', () => {
  test.each([1024, 1280, 1366])('stays in its box in a window of %i pixels', async (width) => {
    const corpusScript = new Map(corpus).get('monitoring') ?? ''
    const { page } = await visitRendered(corpusScript, '', { viewport: { width, height: 768 } })
    expect(await wideNames(page)).toEqual([])
  })

  test('whose font is wide loses its icon before its letters get narrower', async () => {
    const text = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'Request processor', icon: 'api' })
t.createProcess({ id: 'b', label: 'Mail', icon: 'api' })
await t.apply()`
    const { page } = await visitRendered(text, '', { viewport: { width: 1280, height: 768 } })
    await page.addStyleTag({ content: '.drawing text{letter-spacing:1.6px}' })
    // The next zoom measures again.
    await page.locator('.stage').press('-')
    for (let zoom = 0; zoom < 6; zoom++) await page.locator('.stage').press('-')
    const iconOf = (id: string) => page.locator(`[data-node=${id}]>.icon`)
    await iconOf('a').waitFor({ state: 'hidden' })
    expect(await wideNames(page)).toEqual([])
  })
})

/** Names that cross the border of their box. */
const wideNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.drawing .node')].flatMap((node) => {
      const body = [...node.querySelectorAll(':scope>path.body')].at(-1)?.getBoundingClientRect()
      const texts = [...node.querySelectorAll(':scope>text, :scope>.name>text')]
      return texts.flatMap((text) => {
        const { width, left, right } = text.getBoundingClientRect()
        if (!body || width === 0) return []
        return left < body.left - 0.5 || right > body.right + 0.5 ? [text.textContent] : []
      })
    }),
  )

describe.skipIf(noBrowser)('a title', () => {
  test.each(['available', 'identity'])(
    'that grows over a line covers it with a plate: %s',
    async (name) => {
      const corpusScript = new Map(corpus).get(name) ?? ''
      const { page } = await visitRendered(corpusScript, '', {
        viewport: { width: 375, height: 720 },
      })
      const titles = await crossedTitles(page)
      expect(titles.length).toBeGreaterThan(0)
      expect(titles.filter(({ isCovered }) => !isCovered)).toEqual([])
    },
  )
})

/** The titles on a line, and if something opaque is between both. */
const crossedTitles = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll<SVGPathElement>('.drawing .edge .line')]
    const points = lines.flatMap((line) => {
      const toScreen = line.getScreenCTM() ?? undefined
      return Array.from({ length: Math.ceil(line.getTotalLength()) }, (_, at) =>
        DOMPoint.fromPoint(line.getPointAtLength(at)).matrixTransform(toScreen),
      )
    })
    return [...document.querySelectorAll('.drawing .head')].flatMap((head) => {
      const title = [...head.querySelectorAll('text')].find(
        (one) => getComputedStyle(one).display !== 'none',
      )
      const box = title?.getBoundingClientRect() ?? new DOMRect()
      const isCrossed = points.some(
        ({ x, y }) => x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2,
      )
      const plate = title?.parentElement?.querySelector('rect')
      const around = plate?.getBoundingClientRect() ?? new DOMRect()
      const isCovered =
        plate !== null &&
        plate !== undefined &&
        getComputedStyle(plate).fillOpacity === '1' &&
        lines.every(
          (line) => line.compareDocumentPosition(plate) & Node.DOCUMENT_POSITION_FOLLOWING,
        ) &&
        around.left <= box.left &&
        around.right >= box.right - 1
      return isCrossed ? [{ title: title?.textContent, isCovered }] : []
    })
  })

/** How many boxes are on the stage, and how many there are. */
const shownBoxes = (page: Page) =>
  page.evaluate(() => {
    const stage = (document.querySelector('.stage') as Element).getBoundingClientRect()
    const all = [...document.querySelectorAll('.drawing .node, .drawing .cover')]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
    const inside = all.filter(
      (one) =>
        one.right > stage.left &&
        one.left < stage.right &&
        one.bottom > stage.top &&
        one.top < stage.bottom,
    )
    return [inside.length, all.length] as const
  })
