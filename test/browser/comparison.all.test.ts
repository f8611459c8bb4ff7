/** The page of a comparison: before, both and after, and the list of changes. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commit, git, repository } from '../action/step.ts'
import { folder, topo } from '../cli/topo.ts'
import { violations } from './axe.ts'
import { button, noBrowser, visit } from './chromium.ts'

const before = `const t = new TopologyBuilder(true)
const g = t.createGroup('g', { label: 'Core' })
g.addProcess({ id: 'web', label: 'Web' }).addProcess({ id: 'orders-db', label: 'Orders' }).addProcess({ id: 'legacy', label: 'Legacy' })
t.connect('web', 'orders-db', { type: 'http' }).connect('web', 'legacy')
await t.apply()
const f = new FlowBuilder()
f.scenario('old', 'The old way').from('web').to('legacy')
return f
`
const after = before
  .replaceAll('orders-db', 'orders-store')
  .replace(
    ".addProcess({ id: 'legacy', label: 'Legacy' })",
    ".addProcess({ id: 'mail', label: 'Mail' })",
  )
  .replaceAll("'legacy'", "'mail'")
  .replace("'old', 'The old way'", "'new', 'The new way'")

async function open(options: Parameters<typeof visit>[1] = {}, old = before, now = after) {
  const cwd = folder({ 'a.topology.js': old, 'b.topology.js': now })
  const run = await topo(['script', 'diff', 'a.topology.js', 'b.topology.js', '-o', 'd.html'], {
    cwd,
  })
  expect(run).toMatchObject({ code: 0 })
  return visit(pathToFileURL(join(cwd, 'd.html')).href, options)
}

describe.skipIf(noBrowser)('the page of a comparison in Chromium', () => {
  test('keys, buttons and the slider show before, both and after', async () => {
    const { page, trouble } = await open()
    const nodes = () =>
      page
        .locator('.drawing .node')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-node')))
    expect(await nodes()).toEqual(['web', 'orders-store', 'mail', 'legacy'])
    await page.keyboard.press('b')
    expect(await nodes()).toEqual(['web', 'orders-store', 'legacy'])
    expect(await button(page, 'Before').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('a')
    expect(await nodes()).toEqual(['web', 'orders-store', 'mail'])
    await page.getByRole('slider', { name: 'Version' }).press('ArrowLeft')
    expect(await nodes()).toEqual(['web', 'orders-store', 'mail', 'legacy'])
    await button(page, 'After').click()
    expect(await nodes()).toEqual(['web', 'orders-store', 'mail'])
    await page.keyboard.press('c')
    expect(await page.getByRole('slider', { name: 'Version' }).getAttribute('aria-valuetext')).toBe(
      'Both',
    )
    const tree = await page.locator('.drawing').ariaSnapshot()
    expect(tree).toContain('button "Connection from Web to Legacy, removed"')
    expect(tree).toContain('button "Mail, process, added. Called by Web."')
    // In the search they are letters.
    await page.keyboard.press('/')
    await page.keyboard.type('bac')
    expect(await nodes()).toHaveLength(4)
    expect(trouble).toEqual([])
  })

  test('a changed connection keeps its text, however small the picture and whatever is folded', async () => {
    const old = before.replace('const g', "t.createProcess({ id: 'user' })\nconst g")
    const now = old
      .replace("{ type: 'http' }", "{ label: 'REST' }")
      .replace("'legacy')\nawait", "'legacy').connect('user', 'web', { label: 'opens' })\nawait")
    const { page } = await open({ viewport: { width: 1024, height: 768 } }, old, now)
    const text = (label: string) => page.locator('.tag:visible').filter({ hasText: label })
    await text('REST').waitFor()
    for (let zoom = 0; zoom < 8; zoom++) await page.keyboard.press('-')
    expect(await page.locator('.drawing').getAttribute('data-detail')).toBe('names')
    const box = await text('REST').boundingBox()
    expect(box?.height).toBeGreaterThan(8)
    await page.locator('.folding').selectOption('1')
    await text('opens').waitFor()
    await page.keyboard.press('b')
    expect(await text('opens').count()).toBe(0)
  })

  test('the address has the version, and opens it again', async () => {
    const { page, trouble } = await open()
    const version = () =>
      page.getByRole('slider', { name: 'Version' }).getAttribute('aria-valuetext')
    const hash = () => page.evaluate(() => location.hash)
    await page.keyboard.press('b')
    expect(await hash()).toBe('#before')
    await page.locator('[data-node=legacy]').first().click()
    expect(await hash()).toBe('#before&node=legacy')
    await page.reload()
    await page.locator('.card').getByRole('heading', { name: 'Legacy' }).waitFor()
    expect([await version(), await hash()]).toEqual(['Before', '#before&node=legacy'])
    // A link of the list to what only another version has.
    await page.getByRole('link', { name: 'added process mail' }).click()
    await page.locator('.card').getByRole('heading', { name: 'Mail' }).waitFor()
    expect([await version(), await hash()]).toEqual(['Both', '#node=mail'])
    await page.evaluate(() => {
      location.hash = '#after&node=mail'
    })
    await page.locator('.versions [aria-pressed=true]', { hasText: 'After' }).waitFor()
    expect(await page.locator('.card h2').textContent()).toBe('Mail')
    await page.keyboard.press('c')
    expect(await hash()).toBe('#node=mail')
    expect(trouble).toEqual([])
  })

  test('the card says what changed, in every version', async () => {
    const now = after
      .replace("label: 'Orders'", "label: 'Orders', description: '<b>All</b> orders'")
      .replace("{ type: 'http' }", "{ type: 'tcp', port: 5432 }")
    const { page, trouble } = await open({}, before, now)
    const changed = () =>
      page
        .locator('.card .part', { has: page.getByRole('heading', { name: 'Changed' }) })
        .locator('li')
    await page.locator('[data-node=orders-store]').first().click()
    expect(await changed().allTextContents()).toEqual([
      'id orders-db → orders-store',
      'description <b>All</b> orders added',
    ])
    await page.keyboard.press('b')
    await page.locator('.card').getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await changed().count()).toBe(2)
    await page.evaluate(() => {
      location.hash = '#edge=web->orders-store'
    })
    await expect
      .poll(() => changed().allTextContents())
      .toEqual(['type http → tcp', 'port 5432 added'])
    await page.evaluate(() => {
      location.hash = '#node=web'
    })
    await page.locator('.card').getByRole('heading', { name: 'Web', exact: true }).waitFor()
    expect(await changed().count()).toBe(0)
    expect(trouble).toEqual([])
  })

  test('a change of the list opens its card, in a version that has it', async () => {
    const { page, trouble } = await open()
    const changes = page.getByRole('navigation', { name: 'Changes' })
    // Nothing has the focus.
    await page.keyboard.press('n')
    await page.keyboard.press('2')
    await expect.poll(() => new URL(page.url()).hash).toBe('#node=legacy&hops=2')
    await page.keyboard.press('Escape')
    await page.locator('.card').waitFor({ state: 'hidden' })
    await page.keyboard.press('a')
    await changes.getByRole('link', { name: 'removed process legacy' }).click()
    await page.locator('.card').getByRole('heading', { name: 'Legacy' }).waitFor()
    expect(await button(page, 'Both').getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => new URL(page.url()).hash).toBe('#node=legacy')
    await page.locator('.stage').focus()
    await page.keyboard.press('n')
    await page.locator('.card').getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await changes.locator('[aria-current]').innerText()).toContain(
      'renamed orders-db → orders-store',
    )
    await page.keyboard.press('N')
    await page.locator('.card').getByRole('heading', { name: 'Legacy' }).waitFor()
    // Again, although the address stays the same.
    await page.keyboard.press('Escape')
    await changes.getByRole('link', { name: 'removed process legacy' }).click()
    await page.locator('.card').getByRole('heading', { name: 'Legacy' }).waitFor()
    await changes.getByRole('link', { name: 'removed scenario old' }).click()
    expect(await button(page, 'Before').getAttribute('aria-pressed')).toBe('true')
    expect(
      await page.getByRole('combobox', { name: 'Scenario' }).locator('option:checked').innerText(),
    ).toContain('The old way')
    expect(trouble).toEqual([])
  })

  test('folded groups and their lines keep the colours of changes, and the rest steps back', async () => {
    const group = (id: string, more = '') =>
      `t.createGroup('${id}', { label: '${id}' }).addProcess({ id: '${id}-1' })${more}.autoResize()\n`
    const old = `const t = new TopologyBuilder(true)
${group('same')}${group('own', ".addProcess({ id: 'own-2' })")}t.connect('same-1', 'own-1').connect('same-1', 'own-2').connect('own-1', 'same-1')
await t.apply()
`
    const now = old
      .replace("id: 'own-2'", "id: 'own-2', state: 'error'")
      .replace(".connect('same-1', 'own-2')", '')
      .replace('await', `${group('new')}t.connect('own-1', 'new-1')\nawait`)
    const { page } = await open({ viewport: { width: 1440, height: 900 } }, old, now)
    await page.getByRole('combobox', { name: 'Groups' }).selectOption('Groups folded')
    const looks = (all: string) =>
      page
        .locator(all)
        .evaluateAll((elements) =>
          elements.map((one) => `${one.getAttribute('class')}: ${one.textContent}`),
        )
    expect(await looks('.cover')).toEqual([
      'cover still: same1 node',
      'cover changed: own2 nodes, 1 change',
      'cover added: new1 node, 2 changes',
    ])
    const lines = await page
      .locator('.bundles .edge')
      .evaluateAll((all) =>
        all.map((one) => `${one.getAttribute('class')}: ${one.getAttribute('aria-label')}`),
      )
    expect(lines).toEqual([
      'edge changed: 2 connections from same to own, 1 changed',
      'edge still: Connection from own to same',
      'edge added: Connection from own to new, added',
    ])
    await page.evaluate(() => {
      location.hash = '#'
    })
    await page.locator('.cover').first().waitFor({ state: 'detached' })
  })

  test('on a narrow screen, a tap on a change goes to the picture, and a finger moves the slider', async () => {
    const { page } = await open({ viewport: { width: 375, height: 500 }, hasTouch: true })
    await page.getByRole('link', { name: 'added process mail' }).tap()
    await page.locator('.card').getByRole('heading', { name: 'Mail' }).waitFor()
    const top = (selector: string) => page.locator(selector).first().boundingBox()
    await expect.poll(async () => (await top('.stage'))?.y).toBeGreaterThanOrEqual(0)
    await expect.poll(async () => (await top('.node.picked'))?.y).toBeGreaterThanOrEqual(0)
    const slider = page.getByRole('slider', { name: 'Version' })
    await slider.scrollIntoViewIfNeeded()
    const box = await slider.boundingBox()
    await page.touchscreen.tap((box?.x ?? 0) + 4, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    expect(await slider.getAttribute('aria-valuetext')).toBe('Before')
  })

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 375],
    ['dark', 375],
  ] as const)('axe finds nothing, %s at %i px', async (colorScheme, width) => {
    const { page, trouble } = await open({ colorScheme, viewport: { width, height: 800 } })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('b')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('n')
    expect(await violations(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
    expect(trouble).toEqual([])
  })

  test('the folder of a review leads to the page of each diagram that changed', async () => {
    const cwd = repository({ 'shop.topology.js': before })
    const base = git(cwd, 'rev-parse', 'HEAD')
    commit(cwd, { 'shop.topology.js': after, 'new.topology.js': before })
    const run = await topo(['script', 'review', base, '-o', 'review', '--json'], { cwd })
    const { items } = JSON.parse(run.stdout) as { items: { path: string; page?: string }[] }
    expect(Object.fromEntries(items.map((item) => [item.path, item.page]))).toEqual({
      'new.topology.js': undefined,
      'shop.topology.js': 'shop.changes.html',
    })
    const urlOf = (name: string) => pathToFileURL(join(cwd, 'review', name)).href
    const { page, trouble } = await visit(urlOf('shop.changes.html'))
    await page.goto(urlOf('index.html'))
    const compare = page.getByRole('link', { name: 'Compare both versions' })
    expect(await compare.count()).toBe(1)
    await compare.click()
    await button(page, 'Before').click()
    const ids = page
      .locator('.drawing .node')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-node')))
    expect(await ids).toEqual(['web', 'orders-store', 'legacy'])
    expect(
      await page.getByRole('navigation', { name: 'Changes' }).getByRole('listitem').count(),
    ).toBeGreaterThan(2)
    expect(trouble).toEqual([])
  })
})
