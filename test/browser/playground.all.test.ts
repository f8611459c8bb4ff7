/** The playground in a real browser: typing, pasting, links, saving, and scripts that do harm. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from './axe.ts'
import { noBrowser, type Visit } from './chromium.ts'
import { playgroundAddress, visitPlayground } from './playground-site.ts'

const small = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'web', label: 'Web' })
t.createProcess({ id: 'db', label: 'Database' })
t.connect('web', 'db')
await t.apply()
`

const editor = (page: Page) => page.locator('.cm-content')
const names = (page: Page) =>
  page
    .locator('.drawing .node')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-node')))
const notice = (page: Page) => page.locator('#notice')

/** Replaces the text, as the keyboard does; brackets are not closed. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

async function paste(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await editor(page).evaluate((target, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

const textIn = (page: Page) =>
  page.locator('.cm-line').evaluateAll((lines) => lines.map((line) => line.textContent).join('\n'))

/** Own requests: the page and its parts. */
async function otherHosts({ requests }: Visit): Promise<string[]> {
  const { origin } = new URL(await playgroundAddress())
  return requests.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))
}

describe.skipIf(noBrowser)('the playground in Chromium', () => {
  test('draws what is typed, keeps the last valid picture, and lists findings', async () => {
    const opened = await visitPlayground()
    const { page, trouble } = opened
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await write(page, small.replace("'web', 'db'", "'web', 'dbx'"))
    const finding = page.locator('#findings li', { hasText: 'dbx' })
    await finding.waitFor()
    expect(await notice(page).innerText()).toMatch(/last valid picture/)
    expect(await names(page)).toEqual(['web', 'db'])
    await page.locator('.cm-lintRange-error').first().waitFor()
    await finding.getByRole('button').click()
    expect(await editor(page).evaluate((one) => one.contains(document.activeElement))).toBe(true)
    expect(await violations(page)).toEqual([])
    expect(trouble).toEqual([])
    expect(await otherHosts(opened)).toEqual([])
  })

  test('a fix of a finding changes the text', async () => {
    const { page } = await visitPlayground()
    await write(page, small.replace("'web', 'db'", "'web', 'dbb'"))
    await page.locator('.cm-lintRange-error').first().hover()
    await page.getByRole('button', { name: 'Change "dbb" to "db"' }).click()
    await expect.poll(() => textIn(page)).toContain("t.connect('web', 'db')")
    await expect.poll(() => page.locator('#count').innerText()).not.toContain('error')
  })

  test('completes ids, and explains a node', async () => {
    const { page } = await visitPlayground()
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await page.keyboard.press('Control+End')
    await page.keyboard.type("t.connect('d")
    await page.locator('.cm-tooltip-autocomplete li', { hasText: 'Database' }).waitFor()
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await page.locator('.cm-line', { hasText: "t.connect('web'" }).getByText("'web'").hover()
    await page.locator('.explanation', { hasText: 'Calls: Database' }).waitFor()
  })

  test.each([
    [
      'Mermaid',
      'flowchart LR\n  shop[Shop] -->|orders| ledger[(Ledger)]\n  click shop "x"',
      ['shop', 'ledger'],
    ],
    [
      'Compose',
      'services:\n  web:\n    image: nginx\n    depends_on: [db]\n  db:\n    image: postgres\n',
      ['web', 'db'],
    ],
    [
      'Structurizr',
      'workspace {\n  model {\n    u = person "User"\n    s = softwareSystem "Shop"\n    u -> s "uses"\n  }\n  views {\n    systemContext s {\n      include *\n    }\n  }\n}\n',
      ['user', 'shop'],
    ],
  ])('pasted %s is converted, and says what was left out', async (language, text, ids) => {
    const { page, trouble } = await visitPlayground()
    const before = await textIn(page)
    await paste(page, text)
    await expect.poll(() => notice(page).innerText()).toContain(`Converted from ${language}.`)
    for (const id of ids) await expect.poll(() => names(page)).toContain(id)
    expect(await textIn(page)).toContain('new TopologyBuilder(true)')
    if (language === 'Mermaid') expect(await notice(page).innerText()).toContain('Left out: line 3')
    await editor(page).click()
    await page.keyboard.press('Control+z')
    await expect.poll(() => textIn(page)).toBe(text)
    await page.keyboard.press('Control+z')
    await expect.poll(() => textIn(page)).toBe(before)
    expect(trouble).toEqual([])
  })

  test.each([
    ['a script', small],
    ['a heading', '# Only a heading\n'],
    ['an option', "name: 'x',"],
    ['a chart in a comment', `/*\n\`\`\`mermaid\nflowchart LR\n  a --> b\n\`\`\`\n*/\n${small}`],
  ])('other text is pasted at once, as it is: %s', async (_what, text) => {
    const { page } = await visitPlayground()
    await paste(page, text)
    expect(await textIn(page)).toBe(text)
    await page.waitForTimeout(500)
    expect(await textIn(page)).toBe(text)
  })

  test('a diagram that cannot be read stays, with the reason', async () => {
    const { page } = await visitPlayground()
    await paste(page, 'flowchart LR\n  subgraph x\n')
    await expect.poll(() => notice(page).innerText()).toMatch(/^Mermaid: Line/)
    await page.waitForTimeout(500)
    expect(await notice(page).innerText()).toMatch(/^Mermaid: Line/)
  })

  test('every key is a letter in the editor, and Tab leaves it', async () => {
    const { page } = await visitPlayground()
    await write(page, '')
    await page.keyboard.type('a = 0-1+2 / 3')
    expect(await textIn(page)).toBe('a = 0-1+2 / 3')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    expect(await editor(page).evaluate((one) => one.contains(document.activeElement))).toBe(false)
  })

  test('a link has the text, and only in its fragment', async () => {
    const opened = await visitPlayground('', { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = opened
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Link copied' }).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/playground\.html#text\.[\w-]+$/)
    expect(opened.requests.filter((url) => url.includes('text.'))).toEqual([])

    const other = await visitPlayground(new URL(link).hash)
    expect(await textIn(other.page)).toBe(small)
    expect(await names(other.page)).toEqual(['web', 'db'])
  })

  test('the address follows the text, so that a reload keeps it', async () => {
    const { page } = await visitPlayground()
    await write(page, small)
    await expect.poll(() => page.url()).toContain('#text.')
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
  })

  test('going back leads to another view, never to an older text', async () => {
    const { page } = await visitPlayground()
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await page.locator('.drawing .node').first().click()
    await expect.poll(() => page.url()).toContain('node=web')
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('// kept')
    await expect.poll(() => page.url()).toContain('node=web')
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('node=web')
    expect(await textIn(page)).toContain('// kept')
    await page.reload()
    await expect.poll(() => textIn(page)).toContain('// kept')
  })

  test('the address forgets an edit that was undone, and names an example again', async () => {
    const { page } = await visitPlayground('#example.hello')
    await editor(page).click()
    await page.keyboard.insertText('// new')
    await expect.poll(() => page.url()).toContain('#text.')
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.url()).toMatch(/#example\.hello$/)
    await page.keyboard.insertText('// new')
    await expect.poll(() => page.url()).toContain('#text.')
    await page.evaluate(() => {
      location.hash = '#example.hello'
    })
    await expect.poll(() => textIn(page)).not.toContain('// new')
  })

  test('a part of the page that cannot be loaded is named, and asked for again', async () => {
    const { page } = await visitPlayground()
    let isBroken = true
    await page.route('**/sandbox.wasm', (route) =>
      isBroken ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await page.reload()
    await expect
      .poll(() => notice(page).innerText())
      .toContain('sandbox.wasm could not be loaded (503)')
    isBroken = false
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
  })

  test.each([
    ['cut', '#text.7Y'],
    ['no Base64', '#text.%20%20'],
    ['an unknown example', '#example.none'],
  ])('a damaged link shows an example and says so: %s', async (_what, hash) => {
    const { page } = await visitPlayground(hash)
    await expect.poll(() => notice(page).innerText()).toMatch(/instead|another one/)
    expect((await names(page)).length).toBeGreaterThan(2)
  })

  test('examples open, also by their address', async () => {
    const { page, trouble } = await visitPlayground('#example.booking')
    expect(await textIn(page)).toContain('Flights and hotel')
    const [first] = await names(page)
    await page.locator('#examples').focus()
    await page
      .locator('#examples option', { hasText: 'Event pipeline' })
      .waitFor({ state: 'attached' })
    await page.locator('#examples').selectOption('event-pipeline')
    await expect.poll(() => names(page)).toContain('partition-a')
    expect((await names(page))[0]).not.toBe(first)
    await expect.poll(() => page.url()).toContain('#example.event-pipeline')
    expect(trouble).toEqual([])
  })

  test('the script is saved as it is, and the picture as SVG and PNG', async () => {
    const { page } = await visitPlayground()
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    const script = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save script' }).click()
    expect(readFileSync(await (await script).path(), 'utf8')).toBe(small)
    for (const [format, start] of [
      ['SVG', '<svg'],
      ['PNG', '\x89PNG'],
    ] as const) {
      await page.getByRole('button', { name: 'Save the picture' }).click()
      const picture = page.waitForEvent('download')
      await page.getByRole('button', { name: format, exact: true }).click()
      expect(readFileSync(await (await picture).path(), 'latin1').slice(0, 4)).toBe(start)
    }
  })

  test('the way to one’s own machine has three commands', async () => {
    const { page } = await visitPlayground()
    await page.getByRole('button', { name: 'Open on your machine' }).click()
    const commands = await page.locator('dialog pre').allInnerTexts()
    expect(commands).toHaveLength(3)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  })

  test('a script that does not end is stopped, and the next one is drawn', async () => {
    const { page, trouble } = await visitPlayground()
    for (const endless of [
      'for (;;) {}',
      'for (;;) await null',
      'const storm = () => { Promise.resolve().then(storm); Promise.resolve().then(storm) }\nstorm()\nawait new Promise(() => {})',
    ]) {
      await write(page, `${small}${endless}\n`)
      await page.locator('#findings li.error').first().waitFor({ timeout: 15_000 })
      expect((await names(page)).length).toBeGreaterThan(1)
      await write(page, small)
      await expect.poll(() => page.locator('#findings li.error').count()).toBe(0)
      await expect.poll(() => names(page)).toEqual(['web', 'db'])
    }
    expect(trouble).toEqual([])
  }, 60_000)

  test('a script has no page, no network and no time', async () => {
    const opened = await visitPlayground()
    const { page } = opened
    const words = [
      'document',
      'window',
      'self',
      'postMessage',
      'fetch',
      'XMLHttpRequest',
      'importScripts',
      'WebAssembly',
      'navigator',
      'indexedDB',
    ]
    const probe = words.map((word) => `typeof ${word} === 'undefined' ? '' : '${word}'`).join(',')
    await write(
      page,
      `const t = new TopologyBuilder(true)
const found = [${probe}, Date.now() > 0 ? '' : 'clock'].filter(Boolean).join(' ')
t.createProcess({ id: 'found', label: 'Found:' + found })
const C = (() => {}).constructor
t.createProcess({ id: 'inner', label: 'Inner:' + C('return typeof document + typeof fetch')() })
await t.apply()
`,
    )
    await expect.poll(() => names(page)).toContain('found')
    const labels = await page.locator('.drawing .node').allTextContents()
    expect(labels.join(' ')).toContain('Found:')
    expect(labels.join(' ')).not.toMatch(/Found:\S/)
    expect(labels.join(' ')).toContain('Inner:undefinedundefined')
    expect(await otherHosts(opened)).toEqual([])
  })

  test('names of a script are text, not elements', async () => {
    const { page, trouble } = await visitPlayground()
    const hostile = `<img src=x onerror=alert(1)>`
    await write(
      page,
      small.replaceAll('Database', hostile).replace("'web', 'db'", `'web', '${hostile}'`),
    )
    await page.locator('#findings li.error').first().waitFor()
    await write(page, small.replaceAll('Database', hostile))
    await expect.poll(() => page.locator('.drawing').textContent()).toContain('<img')
    expect(await page.locator('img').count()).toBe(0)
    expect(trouble).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'a phone shows the picture below the script: %s',
    async (colorScheme) => {
      const { page } = await visitPlayground('', {
        viewport: { width: 375, height: 740 },
        colorScheme,
        hasTouch: true,
      })
      const script = await page.locator('#editor').boundingBox()
      const stage = await page.locator('.stage').boundingBox()
      expect(stage?.y).toBeGreaterThan((script?.y ?? 0) + (script?.height ?? 0) - 1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
      expect(await violations(page)).toEqual([])
    },
  )

  test('without a network, what is loaded goes on working', async () => {
    const { page } = await visitPlayground()
    await page.context().setOffline(true)
    await write(page, small)
    await expect.poll(() => names(page)).toEqual(['web', 'db'])
    await page.locator('#examples').focus()
    await write(page, small.replaceAll('web', 'shop'))
    await expect.poll(() => names(page)).toEqual(['shop', 'db'])
  })
})
