/** Groups fold to one box with their connections summed, and open again: with the mouse, the keyboard and the address. */
import { describe, expect, test } from 'vitest'
import { noBrowser, visitRendered } from './chromium.ts'

const code = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'user', label: 'User' })
const platform = t.createGroup('platform', { label: 'Platform' })
platform.addGroup('backend', { label: 'Backend' }).addProcess({ id: 'api', label: 'API' }).addProcess({ id: 'auth', label: 'Auth' }).autoResize()
platform.autoResize()
const data = t.createGroup('data', { label: 'Data' })
data.addProcess({ id: 'db', label: 'Database' }).addProcess({ id: 'cache', label: 'Cache' }).autoResize()
t.connect('user', 'api')
t.connect('api', 'db')
t.connect('api', 'cache')
t.connect('auth', 'db')
await t.apply()
`

describe.skipIf(noBrowser)('groups in Chromium', () => {
  test('a double click folds a group and opens it again', async () => {
    const { page, trouble } = await visitRendered(code)
    const inside = page.locator('.node[data-node="db"]')
    const head = page.locator('[data-head="data"]').first()
    await head.dblclick()
    await inside.waitFor({ state: 'hidden' })
    expect(await page.locator('.cover').textContent()).toBe('Data2 nodes')
    // Two connections of the API are one line; that of Auth is another one.
    expect(await page.locator('.count').allTextContents()).toEqual(['×2'])
    expect(await page.locator('[data-bundle]:not(.count)').count()).toBe(2)
    expect(page.url()).toContain('fold=data')
    await page.locator('.cover text').first().dblclick()
    await inside.waitFor()
    expect(await page.locator('.cover').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  test('a double click folds a group that the card of its first click covers', async () => {
    const { page } = await visitRendered(code, '', { viewport: { width: 600, height: 640 } })
    const head = await page.locator('.heads [data-head="data"]').boundingBox()
    const at = { x: (head?.x ?? 0) + 12, y: (head?.y ?? 0) + 4 }
    await page.mouse.dblclick(at.x, at.y)
    await page.locator('.cover', { hasText: 'Data' }).waitFor()
    const covering = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('.card')?.getAttribute('aria-label'),
      at,
    )
    expect(covering).toBe('About Data')
    expect(page.url()).toMatch(/#node=data&fold=data$/)
  })

  test('one control folds all groups to a level, and the address keeps it', async () => {
    const { page } = await visitRendered(code)
    const groups = page.getByLabel('Groups', { exact: true })
    await groups.selectOption({ label: 'Level 1 open' })
    await page.locator('.node[data-node="api"]').waitFor({ state: 'hidden' })
    expect(await page.locator('.cover').allTextContents()).toEqual(['Backend2 nodes'])
    await groups.selectOption({ label: 'Groups folded' })
    expect((await page.locator('.cover').allTextContents()).sort()).toEqual([
      'Data2 nodes',
      'Platform2 nodes',
    ])
    expect(await page.locator('.count').allTextContents()).toEqual(['×3'])
    expect(page.url()).toContain('level=1')
    await page.reload()
    await page.locator('.cover').first().waitFor()
    expect(await page.locator('.cover').count()).toBe(2)
    await groups.selectOption({ label: 'Groups open' })
    await page.locator('.node[data-node="api"]').waitFor()
  })

  test('the card folds and opens its group with the keyboard', async () => {
    const { page } = await visitRendered(code, '#node=data')
    await page.getByRole('button', { name: 'Fold group' }).press('Enter')
    await page.locator('.node[data-node="db"]').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Open group' }).press('Enter')
    await page.locator('.node[data-node="db"]').waitFor()
  })

  test('an address of something inside opens the groups around it', async () => {
    const { page } = await visitRendered(code, '#level=1')
    await page.locator('.cover').first().waitFor()
    await page.evaluate(() => {
      location.hash = '#level=1&node=db'
    })
    await page.locator('.node.picked[data-node="db"]').waitFor()
  })

  test('brackets go once through each line of a folded group, and Tab has one stop', async () => {
    const { page } = await visitRendered(code, '#fold=data')
    const stops = () =>
      page
        .locator('.drawing [tabindex="0"]')
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute('data-node') ?? one.getAttribute('data-bundle')),
        )
    await page.locator('.frame[data-node="data"]').focus()
    const seen: unknown[] = []
    for (let i = 0; i < 3; i++) {
      await page.keyboard.press(']')
      seen.push((await stops())[0])
    }
    expect(seen).toEqual(['api->db', 'auth->db', 'api->db'])
    await page.keyboard.press('[')
    expect(await stops()).toEqual(['auth->db'])
    // The line is drawn anew while it is the stop.
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Level 1 open')
    expect(await stops()).toHaveLength(1)
    await page.locator('.node[data-node="user"]').focus()
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups open')
    await page.locator('.node[data-node="cache"]').focus()
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups folded')
    expect(await stops()).toEqual(['user'])
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups open')
    expect(await stops()).toEqual(['user'])
  })

  test('the address of a line that stands for several leaves its groups folded', async () => {
    const { page } = await visitRendered(code, '#fold=data')
    const shown = async () => {
      await page.getByRole('heading', { name: 'API → Cache' }).waitFor()
      expect(await page.locator('.cover').count()).toBe(1)
      expect(await page.locator('.picked').first().getAttribute('data-bundle')).toBe('api->db')
    }
    await page.evaluate(() => {
      location.hash = '#edge=api->cache&fold=data'
    })
    await shown()
    await page.reload()
    await shown()
    expect(page.url()).toContain('fold=data')
  })

  test('a group that folds over what is selected is selected in its place; Escape opens it again', async () => {
    const { page } = await visitRendered(code, '#node=db')
    const heading = page.locator('.card h2')
    await heading.filter({ hasText: 'Database' }).waitFor()
    await page.locator('.card').getByRole('link', { name: 'API', exact: true }).click()
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups folded')
    await heading.filter({ hasText: 'Platform' }).waitFor()
    expect(page.url()).toMatch(/#node=platform&level=1$/)
    await page.reload()
    await heading.filter({ hasText: 'Platform' }).waitFor()
    expect(await page.locator('.cover').count()).toBe(2)
    await page.evaluate(() => {
      location.hash = '#node=db'
    })
    await heading.filter({ hasText: 'Database' }).waitFor()
    await page.locator('.card').getByRole('link', { name: 'API', exact: true }).click()
    await page.locator('[data-head="data"]').first().dblclick()
    await heading.filter({ hasText: 'Data' }).waitFor()
    await page.keyboard.press('Escape')
    await heading.filter({ hasText: 'API' }).waitFor()
    await page.keyboard.press('Escape')
    await heading.filter({ hasText: 'Database' }).waitFor()
    await page.locator('.node.picked[data-node="db"]').waitFor()
    expect(await page.locator('.cover').count()).toBe(0)
  })
})
