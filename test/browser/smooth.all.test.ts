/** Pictures move without being drawn again, also with two fingers, and open so that names read. */
import { describe, expect, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import { mockProcess } from '../cli/topo.ts'
import { button, noBrowser, smallestName, touch, viewOf, visit, visitRendered } from './chromium.ts'

const wide = [
  'const t = new TopologyBuilder(true)',
  'for (let i = 0; i < 150; i++) {',
  "  t.createGroup('g' + i, { label: 'Group ' + i }).addProcess({ id: 'n' + i, label: 'Node ' + i }).autoResize()",
  "  if (i > 0) t.connect('n' + (i - 1), 'n' + i, { label: 'next' })",
  '}',
  'await t.apply()',
].join('\n')

describe.skipIf(noBrowser)('a picture in Chromium', () => {
  test('moving and zooming change no element of the picture', async () => {
    // So large that no name grows.
    const { page } = await visitRendered(payments, '', { viewport: { width: 1800, height: 1500 } })
    const changes = await page.evaluateHandle(() => {
      const changeTimes: string[] = []
      const svg = document.querySelector('.drawing > svg') as Element
      new MutationObserver((all) => changeTimes.push(...all.map(({ type }) => type))).observe(svg, {
        attributes: true,
        childList: true,
        characterData: true,
        subtree: true,
      })
      return changeTimes
    })
    const views = [await viewOf(page)]
    await page.locator('.stage').focus()
    for (const key of ['+', 'ArrowLeft', '-', 'ArrowDown']) {
      await page.keyboard.press(key)
      views.push(await viewOf(page))
    }
    expect(new Set(views).size).toBe(views.length)
    await page.waitForTimeout(300)
    expect(await changes.jsonValue()).toEqual([])
  })

  test('what cannot read at once opens folded, and reads', async () => {
    const { page } = await visitRendered(wide)
    await page.locator('.cover').first().waitFor()
    expect(await page.locator('.node:visible').count()).toBe(0)
    expect(await smallestName(page)).toBeGreaterThan(8.9)
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups open')
    await page.locator('.node').first().waitFor()
    expect(await smallestName(page)).toBeGreaterThan(8.9)
    await button(page, 'Show all').click()
    // Boxes get too small for names.
    for (let zoom = 0; zoom < 12; zoom++) await page.locator('.stage').press('-')
    await page.locator('.node[data-node="n0"] text').first().waitFor({ state: 'hidden' })
  })

  test('two fingers zoom and move, and one finger moves a picture that fills the page', async () => {
    const { page } = await visitRendered(payments, '', {
      hasTouch: true,
      viewport: { width: 375, height: 700 },
    })
    const box = await page.locator('.stage').boundingBox()
    const at = (x: number, y: number) => ({ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y })
    const scale = async () => Number(/scale\((.*)\)/.exec(await viewOf(page))?.[1])
    const before = await scale()
    await touch(
      page,
      [at(150, 200), at(130, 200), at(100, 200)],
      [at(200, 200), at(220, 200), at(250, 200)],
    )
    expect((await scale()) / before).toBeCloseTo(3, 1)
    const zoomed = await viewOf(page)
    await touch(page, [at(150, 200), at(160, 220), at(170, 240)])
    expect(await viewOf(page)).not.toBe(zoomed)
    expect(await scale()).toBeCloseTo(before * 3, 1)
  })

  test('in a page with more than the picture, one finger scrolls the page', async () => {
    // The built one has the player.
    const service = await mockProcess()
    const url = `${service.url}/v/payments-platform`
    const { page } = await visit(url, { hasTouch: true, viewport: { width: 375, height: 700 } })
    await page.locator('.stage').scrollIntoViewIfNeeded()
    const box = await page.locator('.stage').boundingBox()
    const at = (x: number, y: number) => ({ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y })
    const view = await viewOf(page)
    const top = await page.evaluate(() => scrollY)
    await touch(page, [at(150, 200), at(150, 180), at(150, 150), at(150, 100)])
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(top)
    expect(await viewOf(page)).toBe(view)
    // The page goes on scrolling, at times until the picture is out of sight.
    const scrolled = new Set<number>()
    const isStill = async () =>
      scrolled.size === scrolled.add(await page.evaluate(() => scrollY)).size
    await expect.poll(isStill, { interval: 200 }).toBe(true)
    await page.evaluate((scrollTop) => scrollTo(0, scrollTop), top)
    await touch(
      page,
      [at(150, 200), at(130, 200), at(100, 200)],
      [at(200, 200), at(220, 200), at(250, 200)],
    )
    await expect.poll(() => viewOf(page)).not.toBe(view)
  })
})
