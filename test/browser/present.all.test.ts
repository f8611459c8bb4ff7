/** Presenting, printing and the minimap in a real browser. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shop } from '../shop.ts'
import { violations } from './axe.ts'
import { button, noBrowser, said, viewOf, visitRendered } from './chromium.ts'

const isFull = (page: Page) => page.evaluate(() => document.fullscreenElement !== null)
const scenario = (page: Page) =>
  page
    .getByRole('combobox', { name: 'Scenario' })
    .evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text)

describe.skipIf(noBrowser)('a picture in Chromium', () => {
  test('p presents: the arrows go through all scenarios, Escape leaves', async () => {
    const { page, trouble } = await visitRendered(shop, '#scenario=charge&step=4')
    await page.keyboard.press('p')
    await expect.poll(() => isFull(page)).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(await button(page, 'Find').isVisible()).toBe(false)
    await page.keyboard.press('PageDown')
    expect(await said(page).textContent()).toBe('Risk scores: [RISK] low')
    await page.keyboard.press('ArrowRight')
    expect([await scenario(page), await said(page).textContent()]).toEqual([
      'The bank declines',
      '',
    ])
    await page.keyboard.press('ArrowRight')
    expect(await said(page).textContent()).toBe('Checkout → Acquiring bank')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('PageUp')
    expect([await scenario(page), await said(page).textContent()]).toEqual([
      'A card is charged',
      'Risk scores: [RISK] low',
    ])
    await page.keyboard.press('ArrowDown')
    expect(await scenario(page)).toBe('The bank declines')
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
    expect(await said(page).textContent()).toBe('Acquiring bank fails: [BANK] insufficient funds')
    await page.keyboard.press('Escape')
    await expect.poll(() => isFull(page)).toBe(false)
    await button(page, 'Present').waitFor()
    expect(await button(page, 'Find').isVisible()).toBe(true)
    expect(trouble).toEqual([])
  })

  test('who asks during a presentation goes on with its steps', async () => {
    const { page } = await visitRendered(shop, '#scenario=charge')
    const at = () => page.locator('.playback output').textContent()
    await page.keyboard.press('p')
    await page.keyboard.press('ArrowRight')
    await page.locator('.node[data-node="checkout"]').click()
    await page.locator('.card').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    expect(await at()).toBe('2/5')
    await button(page, 'Next step').click()
    await page.keyboard.press('ArrowLeft')
    expect(await at()).toBe('2/5')
    // A remote does not say whether a node has the focus.
    await page.locator('.node[data-node="checkout"]').click()
    await page.keyboard.press('PageDown')
    expect(await at()).toBe('3/5')
    await page.locator('.card').waitFor({ state: 'hidden' })
  })

  test('a picture that the browser does not show on the full screen fills its page', async () => {
    const { page } = await visitRendered(shop)
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not allowed'))
    })
    await button(page, 'Present').click()
    const box = await page.locator('.player').boundingBox()
    expect(box).toEqual({ x: 0, y: 0, width: 1200, height: 800 })
    await page.keyboard.press('Escape')
    await button(page, 'Present').waitFor()
  })

  test('paper has the picture and its legend, light and on one page', async () => {
    const { page } = await visitRendered(shop, '#node=checkout', { colorScheme: 'dark' })
    await page.locator('.dim').first().waitFor()
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages?.length).toBe(1)
    await page.locator('.dim').first().waitFor()

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await page.locator('.dim, .lit, .picked').count()).toBe(0)
    for (const text of ['Text description', 'Layers', 'Find', 'About Checkout'])
      expect([text, await page.getByText(text, { exact: true }).first().isVisible()]).toEqual([
        text,
        false,
      ])
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
    await page.locator('.legend text', { hasText: 'monitoring' }).waitFor()
    const tag = page.locator('.tag', { hasText: 'books' })
    await tag.waitFor()
    const ink = await tag.locator('rect').evaluate((one) => getComputedStyle(one).fill)
    expect(ink).toBe('rgb(248, 250, 252)')
    const box = await page.locator('.drawing > svg').boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.width ?? 9999) <= 1200).toBe(true)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.picked').count()).toBeGreaterThan(0)
  })

  test('paper leaves out what is folded or hidden, and its titles do not grow', async () => {
    const { page } = await visitRendered(shop, '#fold=pay&layer=network', {
      viewport: { width: 700, height: 420 },
    })
    const titles = page.locator('.heads [data-head="edge"] text')
    const sizes = () =>
      titles.evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().width > 0)
          .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
      )
    await page.locator('.cover').waitFor()
    expect((await sizes())[0]).toBeGreaterThan(12.5)
    await page.emulateMedia({ media: 'print' })
    expect(await sizes()).toEqual([12.5])
    const shown = await page
      .locator('.drawing .tag, .drawing .node')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.textContent),
      )
    expect(shown.join(' ')).toContain('visits')
    for (const text of ['asks', 'books', 'Ledger', 'Checkout'])
      expect(shown.join(' ')).not.toContain(text)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => {
      location.hash = '#level=0&layer=network'
    })
    await page.locator('.node[data-node="checkout"]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.tag', { hasText: 'asks' }).isVisible()).toBe(true)
    expect(await page.locator('.tag', { hasText: 'books' }).isVisible()).toBe(false)
  })

  test('the minimap shows which part is shown, and a press goes there', async () => {
    const { page } = await visitRendered(shop, '', {}, ['--direction', 'down'])
    const map = page.locator('.minimap')
    await map.waitFor({ state: 'hidden' })
    for (let i = 0; i < 4; i++) await button(page, 'Zoom in').click()
    await map.waitFor()
    const shown = () => page.locator('.minimap .shown').getAttribute('y')
    const before = Number(await shown())
    const view = await viewOf(page)
    const box = await map.boundingBox()
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) - 12,
    )
    expect(Number(await shown())).toBeGreaterThan(before)
    expect(await viewOf(page)).not.toBe(view)
    await button(page, 'Show all').click()
    await map.waitFor({ state: 'hidden' })
  })

  test('question mark lists the keys', async () => {
    const { page } = await visitRendered(shop)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('/')
    expect(await page.getByRole('combobox', { name: 'Find' }).isVisible()).toBe(false)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('with reduced motion, the picture goes to a node at once', async () => {
    const { page } = await visitRendered(shop, '', { reducedMotion: 'reduce' })
    const frames = await page.evaluateHandle(() => {
      const drawing = document.querySelector('.drawing') as HTMLElement
      const seen: string[] = []
      new MutationObserver(() => seen.push(drawing.style.transform)).observe(drawing, {
        attributes: true,
        attributeFilter: ['style'],
      })
      return seen
    })
    await page.evaluate(() => {
      location.hash = '#node=mailer'
    })
    await page.locator('.picked').first().waitFor()
    await page.waitForTimeout(300)
    expect(new Set(await frames.jsonValue()).size).toBe(1)
  })
})
