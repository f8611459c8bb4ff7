/** What the stage shows is saved or copied as a picture, in a page from a file; the page shows description and readme. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { folder, topo } from '../cli/topo.ts'
import { shop } from '../shop.ts'
import { violations } from './axe.ts'
import { button, noBrowser, visit, visitRendered } from './chromium.ts'

/** @returns name and content */
async function saved(page: Page, kind: string): Promise<[string, Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, kind).click()])
  return [download.suggestedFilename(), readFileSync(await download.path())]
}

describe.skipIf(noBrowser)('a saved picture in Chromium', () => {
  test('key and button save what is seen as SVG and PNG, without what is hidden', async () => {
    // Without motion, a picture that is saved at once shows the same as a later one.
    const still = { reducedMotion: 'reduce' } as const
    const { page, trouble, requests } = await visitRendered(shop, '#node=checkout', still)
    await page.locator('.card').waitFor()
    await page.keyboard.press('o')
    await page.keyboard.press('s')
    const [name, svg] = await saved(page, 'SVG')
    expect(name).toBe('shop.svg')
    const text = svg.toString()
    expect(text).toContain('data-node="checkout"')
    expect(text).not.toContain('data-node="shopper"')
    await button(page, 'Save the picture').click()
    const [, png] = await saved(page, 'PNG')
    const [, width, height] = /<svg[^>]* width="(\d+)" height="(\d+)"/.exec(text) ?? []
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      2 * Number(width),
      2 * Number(height),
    ])
    // The looks are those of the page.
    expect(text).toMatch(/class="canvas"[^>]*style="fill: rgb/)
    expect([trouble, requests.filter((url) => /^http/.test(url))]).toEqual([[], []])
  })

  test('a picture goes to the clipboard', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await visitRendered(shop, '', { permissions })
    await page.keyboard.press('s')
    expect(await violations(page)).toEqual([])
    await button(page, 'Copy as PNG').click()
    await page.getByText('Picture copied').waitFor()
    const types = await page.evaluate(async () =>
      (await navigator.clipboard.read()).map((one) => one.types),
    )
    expect(types).toEqual([['image/png']])
  })
})

test.skipIf(noBrowser)(
  'a page shows name, description and readme, and the picture keeps its room',
  async () => {
    const cwd = folder({
      'd.topology.js': shop.replace('name: Shop', 'name: Shop\ndescription: Buy <b>now</b>'),
      'd.md': `# About\n\n${'Much to read.\n\n'.repeat(80)}`,
    })
    await topo(['script', 'render', 'd.topology.js', '-o', 'd.html'], { cwd })
    const { page } = await visit(pathToFileURL(join(cwd, 'd.html')).href)
    await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor()
    await page.getByText('Buy <b>now</b>').waitFor()
    await page
      .getByRole('region', { name: 'Readme' })
      .getByRole('heading', { name: 'About' })
      .waitFor()
    expect((await page.locator('.stage').boundingBox())?.height).toBeGreaterThan(500)
    expect(await violations(page)).toEqual([])
  },
)
