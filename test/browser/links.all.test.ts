/** Links in pages: addresses in descriptions, other diagrams of a site and the way back, and what paper and reviews show of them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { commit, git, repository } from '../action/step.ts'
import { folder, topo } from '../cli/topo.ts'
import { violations } from './axe.ts'
import { noBrowser, openPage, visit } from './chromium.ts'

const diagram = (nodes: string, header = '') =>
  `/*---\n${header}\n---*/\nconst t = new TopologyBuilder(true)\n${nodes}\nawait t.apply()\n`

const shop = diagram(
  `t.createProcess({ id: 'web', label: 'Web', description: 'See https://example.com/web (or javascript:alert(1)).' })
t.createProcess({ id: 'db', label: 'Database' })
t.connect('web', 'db')`,
  'name: Shop\ndescription: The runbook is https://example.com/runbook, ask mailto:shop@example.com.',
)
const files = {
  'shop.topology.js': shop,
  'mail.topology.js': diagram(`t.createProcess({ id: 'web', label: 'Web' })`, 'name: Mail'),
}

async function siteOf() {
  const cwd = folder(files)
  expect(await topo(['render', '-o', 'site/', '--format', 'html'], { cwd })).toMatchObject({
    code: 0,
  })
  return (name: string) => {
    const [file = '', hash] = name.split('#')
    const { href } = pathToFileURL(join(cwd, 'site', file))
    return hash === undefined ? href : `${href}#${hash}`
  }
}

const looks = [
  ['light', 1024],
  ['dark', 1280],
  ['light', 1366],
  ['dark', 375],
] as const

describe.skipIf(noBrowser)('links in Chromium', () => {
  test.each(looks)(
    'the pages of a site have no violations, %s at %i px',
    async (colorScheme, width) => {
      const urlOf = await siteOf()
      for (const name of ['shop.html#node=web', 'index.html']) {
        const page = await openPage({ colorScheme, viewport: { width, height: 768 } })
        await page.goto(urlOf(name))
        await page.locator('.card, .filter').first().waitFor()
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        )
      }
    },
  )

  test('an address is a link in the card and above the picture, and nothing else is', async () => {
    const urlOf = await siteOf()
    const { page, trouble } = await visit(urlOf('shop.html#node=web'))
    const out = page.locator('a[target]')
    await page.locator('.card .about').waitFor()
    expect(
      await out.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.getAttribute('href'), one.getAttribute('rel')]),
      ),
    ).toEqual(
      ['https://example.com/runbook', 'mailto:shop@example.com', 'https://example.com/web'].map(
        (address) => [address, address, 'noopener noreferrer'],
      ),
    )
    // The keyboard goes from the heading to the buttons, and then to the link.
    await page.locator('.card h2').focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'https://example.com/web',
    )
    // Whoever selects text copies it as it is written.
    const words = await page.locator('.card .about').evaluate((one) => {
      getSelection()?.selectAllChildren(one)
      return String(getSelection())
    })
    expect(words).toBe('See https://example.com/web (or javascript:alert(1)).')
    await page.keyboard.press('/')
    await page.keyboard.type('example.com/web')
    await page.getByRole('option', { name: /^Web web/ }).waitFor()
    expect(trouble).toEqual([])
  })

  test('the card leads to the same node in another diagram, and the page to the index', async () => {
    const urlOf = await siteOf()
    const { page, trouble } = await visit(urlOf('shop.html#node=web'))
    await page.locator('.card').getByRole('link', { name: 'Mail', exact: true }).click()
    await page.locator('.card h2', { hasText: 'Web' }).waitFor()
    expect(page.url()).toBe(urlOf('mail.html#node=web'))
    await page.getByRole('link', { name: 'All diagrams' }).click()
    expect(page.url()).toBe(urlOf('index.html'))
    await page.getByRole('link', { name: 'Shop', exact: true }).click()
    expect(page.url()).toBe(urlOf('shop.html'))
    await page.locator('[data-node="db"]').first().click()
    await page.locator('.card h2', { hasText: 'Database' }).waitFor()
    expect(await page.locator('.card h3', { hasText: 'In other diagrams' }).count()).toBe(0)
    expect(trouble).toEqual([])
  })

  test('a card of the index is a link, and so are the addresses on it', async () => {
    const urlOf = await siteOf()
    const page = await openPage()
    await page.goto(urlOf('index.html'))
    const card = page.locator('.scripts > li', { hasText: 'Shop' })
    expect(
      await card.getByRole('link').evaluateAll((all) => all.map((one) => one.textContent)),
    ).toEqual(['Shop', 'https://example.com/runbook', 'mailto:shop@example.com'])
    // The words between the addresses belong to the link of the card.
    const { x, y } = (await card.locator('.quiet').boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.click(x + 20, y + 8)
    await page.waitForURL(urlOf('shop.html'))
  })

  test('an SVG file leads to the other diagram and to the address, by mouse and by keyboard', async () => {
    const cwd = folder(files)
    await topo(['render', '-o', 'set/'], { cwd })
    const page = await openPage()
    await page.goto(pathToFileURL(join(cwd, 'set/shop.svg')).href)
    const focused: (string | null)[] = []
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press('Tab')
      focused.push(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null),
      )
    }
    expect(focused).toEqual(['Web in Mail', 'Web: https://example.com/web'])
    expect(await violations(page)).toEqual([])

    await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'Web' }))
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Web: https://example.com/web' }).click()
    expect((await opened).url()).toBe('https://example.com/web')
    await page.getByRole('link', { name: 'Web in Mail' }).click()
    await page.waitForURL(/mail\.svg$/)
  })

  test('paper shows title, day, description and picture on one page', async () => {
    const urlOf = await siteOf()
    const { page } = await visit(urlOf('shop.html#node=web'))
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
    expect(pages?.length).toBe(1)
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const day = await page.evaluate(() => new Date(document.lastModified).getFullYear())
    expect(await page.locator('body').innerText()).toMatch(
      new RegExp(
        `^Shop\\s+Page of \\d+ \\w+ ${day}\\s+The runbook is https://example.com/runbook, ask mailto:shop@example.com\\.\\s`,
      ),
    )
    for (const text of ['All diagrams', 'Text description', 'In other diagrams'])
      expect(await page.getByText(text).first().isVisible()).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.as-of').count()).toBe(0)
  })

  test('paper lists the changes of a comparison', async () => {
    const cwd = folder({ ...files, 'b.topology.js': shop.replace("'Database'", "'Orders'") })
    await topo(['diff', 'shop.topology.js', 'b.topology.js', '-o', 'c.html'], { cwd })
    const { page } = await visit(pathToFileURL(join(cwd, 'c.html')).href)
    await page.emulateMedia({ media: 'print' })
    await page.getByText('label Database → Orders').waitFor()
    expect(await page.locator('.changes h2').isVisible()).toBe(true)
    expect(await page.locator('.changes .hint').isVisible()).toBe(false)
  })

  test.each(looks)('the index of a review is a page, %s at %i px', async (colorScheme, width) => {
    const cwd = repository(files)
    const base = git(cwd, 'rev-parse', 'HEAD')
    git(cwd, 'rm', '-q', 'mail.topology.js')
    writeFileSync(
      join(cwd, 'a.topology.js'),
      diagram(`t.createProcess({ id: 'new', label: 'New' })`),
    )
    commit(cwd, { 'shop.topology.js': shop.replace("'Database'", "'Orders'") })
    await topo(['script', 'review', base, '-o', 'review'], { cwd })
    const page = await openPage({ colorScheme, viewport: { width, height: 768 } })
    await page.goto(pathToFileURL(join(cwd, 'review/index.html')).href)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    expect(await page.getByRole('main').getByRole('heading').allInnerTexts()).toEqual([
      'shop.topology.js',
      'a.topology.js',
      'mail.topology.js',
    ])
    const alts = await page
      .getByRole('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('alt')))
    expect(alts).toEqual([
      'What changed, shop.topology.js: 0 groups, 2 nodes, 1 connection: Web, Orders.',
      'Before, shop.topology.js: 0 groups, 2 nodes, 1 connection: Web, Database.',
      'After, shop.topology.js: 0 groups, 2 nodes, 1 connection: Web, Orders.',
      'After, a.topology.js: 0 groups, 1 node, 0 connections: New.',
      'Before, mail.topology.js: 0 groups, 1 node, 0 connections: Web.',
    ])
    await page.getByRole('link', { name: 'Compare both versions' }).click()
    await page.getByRole('link', { name: 'All changes' }).click()
    expect(page.url()).toMatch(/review\/index\.html$/)
  })
})
