/** What a reader sees first: the whole picture beside the buttons, and only texts that are large enough to read. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser, visitRendered } from './chromium.ts'

/** @param wide groups beside each other instead of one below the other */
const script = (groups: number, wide = true) => `const t = new TopologyBuilder(true)
for (let i = 0; i < ${groups}; i++) {
  t.createGroup('g' + i, { label: 'Group ' + i }).addProcess({ id: 'a' + i, label: 'Service ' + i, icon: 'api' }).addProcess({ id: 'b' + i, label: 'Store ' + i })
  t.connect('a' + i, 'b' + i, { type: 'http', label: 'reads' })
  ${wide ? '' : "if (i > 0) t.connect('b' + (i - 1), 'a' + i, {})"}
}
await t.apply()
`

/** Names of the boxes that a button is on. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.tools, .zoom')].map((one) => one.getBoundingClientRect())
    return [...document.querySelectorAll('.drawing .body')].flatMap((body) => {
      const box = body.getBoundingClientRect()
      const isOn = buttons.some(
        (one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top,
      )
      return isOn ? (body.parentElement?.getAttribute('data-node') ?? '?') : []
    })
  })

/** Pixels of the smallest text that is shown. */
const smallestText = (page: Page) =>
  page.evaluate(() => {
    const scale = Number(
      /scale\(([\d.]+)\)/.exec((document.querySelector('.drawing') as HTMLElement).style.transform)?.[1],
    )
    const sizes = [...document.querySelectorAll('.drawing text')]
      .filter((one) => one.getBoundingClientRect().width > 0)
      .map((one) => Number.parseFloat(getComputedStyle(one).fontSize) * scale)
    return sizes.length === 0 ? undefined : Math.min(...sizes)
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

  test('texts of nodes and connections appear as they become large enough', async () => {
    const { page } = await visitRendered(script(120), '', { viewport })
    const label = page.locator('.node > text').first()
    const tag = page.locator('.tag').first()
    const seen: string[] = []
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    for (let zoom = 0; zoom < 60 && seen.at(-1) !== 'label,tag'; zoom++) {
      const shown = [
        ...((await label.isVisible()) ? ['label'] : []),
        ...((await tag.isVisible()) ? ['tag'] : []),
      ]
      if (seen.at(-1) !== shown.join()) seen.push(shown.join())
      if (shown.length > 0) expect(await smallestText(page)).toBeGreaterThanOrEqual(5.9)
      await page.mouse.wheel(0, -60)
      await page.waitForTimeout(20)
    }
    expect(seen).toEqual(['', 'label', 'label,tag'])
  })
})
