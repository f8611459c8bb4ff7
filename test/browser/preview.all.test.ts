/** The preview in a real browser: it plays scenarios, updates on save, and runs no code of a script. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import { folder, put, script, start } from '../cli/topo.ts'
import { shop } from '../shop.ts'
import { violations } from './axe.ts'
import { button, noBrowser, said, viewOf, visit } from './chromium.ts'

async function preview(files: Record<string, string>, ...flags: string[]) {
  const cwd = folder(files)
  const child = start(['preview', '--port', '0', '--json', ...flags], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((ready) =>
    child.stdout.once('data', (line: Buffer) => ready(JSON.parse(line.toString()).url)),
  )
  return { url, child, cwd, save: (name: string, text: string) => put(join(cwd, name), text) }
}

/** Records each moving hop, and each message with its highlighted node. */
async function collect(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const seenTexts: string[] = []
    const stage = document.querySelector('.stage') as HTMLElement
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]) as Element[]) {
        const node = stage.querySelector('.node.now')?.getAttribute('data-node')
        if (added.classList?.contains('bubble')) seenTexts.push(`${node}: ${added.textContent}`)
        // Only the first of parallel hops.
        if (added.classList?.contains('runner') && !added.previousSibling) seenTexts.push('hop')
      }
    }).observe(stage, { childList: true, subtree: true })
    return seenTexts
  })
  return () => seen.jsonValue()
}

describe.skipIf(noBrowser)('topo preview in Chromium', () => {
  test('a scenario plays to its end, with messages on their nodes', async () => {
    const { url } = await preview({ 'payments.topology.js': payments })
    const { page, trouble } = await visit(url)
    await page
      .getByRole('combobox', { name: 'Scenario' })
      .selectOption({ label: 'A card is charged' })
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    const seen = await collect(page)
    await button(page, 'Play').click()
    await expect
      .poll(() => said(page).textContent(), { timeout: 15_000 })
      .toBe('Checkout → Ledger; Ledger → Ledger primary')
    expect(await seen()).toEqual([
      'hop',
      'hop',
      'hop',
      'checkout: [CHECKOUT] asks for a risk score',
      'hop',
      'hop',
      'hop',
      'bank: [BANK] approved',
      'hop',
    ])
    await button(page, 'Play').waitFor()
    expect(await page.locator('.playback output').textContent()).toBe('9/9')
    expect(await page.locator('.edge.been').count()).toBeGreaterThan(3)

    await page
      .getByRole('combobox', { name: 'Scenario' })
      .selectOption({ label: 'The bank declines' })
    for (let step = 0; step < 3; step++) await button(page, 'Next step').click()
    await page.locator('.bubble.error', { hasText: 'insufficient funds' }).waitFor()
    expect(await page.locator('.node.alarm').getAttribute('data-node')).toBe('bank')
    expect(trouble).toEqual([])
  })

  test('an address of a script or a node that is not there says so; the description is shown', async () => {
    const header = '/*---\ndescription: Cards and banks\n---*/\n'
    const { url } = await preview({ 'payments.topology.js': header + payments })
    const { page } = await visit(`${url}/#old.topology.js`)
    await page.getByText('There is no script “old.topology.js”.').waitFor()
    await page.getByText('Cards and banks').waitFor()
    await page.goto(`${url}/#payments.topology.js&node=nobody`)
    await page.getByText('“nobody” is not in this diagram.').waitFor()
    expect(await page.locator('#notice').isVisible()).toBe(false)
  })

  test('an edit updates the picture and keeps view, hidden layers and playback position', async () => {
    const { url, save } = await preview({ 'payments.topology.js': payments })
    const { page, trouble } = await visit(url)
    const kafka = page.locator('.node[data-node="events"]')
    await kafka.waitFor()
    await page.getByRole('checkbox', { name: 'storage' }).uncheck()
    await kafka.waitFor({ state: 'hidden' })
    await page
      .getByRole('combobox', { name: 'Scenario' })
      .selectOption({ label: 'A card is charged' })
    await button(page, 'Next step').click()
    await button(page, 'Zoom in').click()
    const before = await viewOf(page)

    save('payments.topology.js', payments.replace("label: 'Checkout'", "label: 'Basket'"))
    await page.locator('.node', { hasText: 'Basket' }).waitFor()
    const kept = async () => {
      expect(await viewOf(page)).toBe(before)
      expect(await kafka.isVisible()).toBe(false)
      expect(await page.getByRole('checkbox', { name: 'storage' }).isChecked()).toBe(false)
      expect(await said(page).textContent()).toBe('Shopper → CDN')
    }
    await kept()

    save(
      'payments.topology.js',
      payments.replace("connect('shopper', 'cdn'", "connect('shopper', 'nobody'"),
    )
    await page.getByText('This is the last valid picture').waitFor()
    const line = payments.split('\n').findIndex((text) => text.includes("connect('shopper'")) + 1
    await page.locator('#findings .place', { hasText: `payments.topology.js:${line}:` }).waitFor()
    expect(await page.locator('.node', { hasText: 'Basket' }).count()).toBe(1)
    save('payments.topology.js', payments)
    await page.getByText('No findings').waitFor()
    await kept()
    expect(trouble).toEqual([])
  })

  test('the card opens the line in an editor, and stays through an update with its address', async () => {
    const files = { 'a b/shop.topology.js': shop, 'other.topology.js': script('other') }
    const { url, save, cwd } = await preview(
      files,
      '--editor',
      'idea://open?file={file}&line={line}',
    )
    const { page, trouble } = await visit(`${url}/#a%20b%2Fshop.topology.js&node=ledger&hops=2`, {
      reducedMotion: 'reduce',
    })
    const card = page.locator('.card')
    const heading = card.getByRole('heading', { level: 2 })
    await heading.filter({ hasText: 'Ledger' }).waitFor()
    const lineOf = (text: string) =>
      shop.split('\n').findIndex((shopLine) => shopLine.includes(text)) + 1
    const line = card.getByRole('link', { name: `a b/shop.topology.js:${lineOf("id: 'ledger'")}` })
    expect(await line.getAttribute('href')).toBe(
      `idea://open?file=${encodeURI(cwd.replaceAll('\\', '/'))}/a%20b/shop.topology.js&line=${lineOf("id: 'ledger'")}`,
    )
    await card.getByRole('link', { name: 'Checkout', exact: true }).focus()
    const view = await viewOf(page)

    save('a b/shop.topology.js', shop.replace("label: 'Ledger'", "label: 'Account book'"))
    await heading.filter({ hasText: 'Account book' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Checkout')
    expect(await viewOf(page)).toBe(view)
    expect(new URL(page.url()).hash).toBe('#a%20b%2Fshop.topology.js&node=ledger&hops=2')
    expect(await page.locator('.node.dim').count()).toBe(3)

    // Links lead to nodes of the same script, and the list to another one.
    await card.getByRole('link', { name: 'Checkout', exact: true }).click()
    await heading.filter({ hasText: 'Checkout' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#a%20b%2Fshop.topology.js&node=checkout&hops=2')
    save('a b/shop.topology.js', shop.replace(/'checkout'/g, "'basket'"))
    await card.waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).hash).toBe('#a%20b%2Fshop.topology.js')
    await button(page, 'other').click()
    await page.getByRole('heading', { name: 'other' }).waitFor()
    expect(trouble).toEqual([])
  })

  test('an update searches again, and stays at the same match', async () => {
    const { url, save } = await preview({ 'shop.topology.js': shop })
    const { page } = await visit(url, { reducedMotion: 'reduce' })
    await page.locator('.node[data-node="queue"]').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('queue')
    await page.keyboard.press('ArrowDown')
    const active = page.locator('.finder [aria-selected=true]')
    expect(await active.textContent()).toContain('Queue → Mailer')
    save('shop.topology.js', shop.replace("label: 'Queue'", "label: 'Message queue'"))
    await active.filter({ hasText: 'Message queue → Mailer' }).waitFor()
    await page.locator('.edge.picked[data-edge="queue->mailer"]').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toContain('edge=queue-%3Emailer')
  })

  test.each([1200, 375])('axe finds no violation in the preview at %i px', async (width) => {
    const wide = `# Shop\n\n\`\`\`\n${'wide '.repeat(80)}\n\`\`\`\n`
    const files = {
      'shop.topology.js': shop,
      'shop.md': wide,
      'other.topology.js': script('other'),
    }
    const { url, save } = await preview(files)
    const { page } = await visit(`${url}/#shop.topology.js&node=checkout`, {
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    })
    await page.locator('.card').waitFor()
    await page.getByText('wide wide').waitFor()
    await page.getByText('Text description').click()
    expect(await violations(page)).toEqual([])
    save('shop.topology.js', shop.replace("connect('shopper'", "connect('nobody'"))
    await page.getByText('This is the last valid picture').waitFor()
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page)).toEqual([])
  })

  test('the selected script is in the URL, and the page shows when the preview has stopped', async () => {
    const files = {
      'a.topology.js': script('a', 'name: First'),
      'b.topology.js': script('b', 'name: Second'),
      'b.md': '# About it',
    }
    const { url, child } = await preview(files)
    const { page } = await visit(url)
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await page.locator('.drawing svg').waitFor()
    const whole = await viewOf(page)
    await button(page, 'Zoom in').click()
    await button(page, 'Second').click()
    await page.getByRole('heading', { name: 'About it' }).waitFor()
    // Both draw the same, and the second is fitted to the window.
    expect(await viewOf(page)).toBe(whole)
    await page.reload()
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    expect(await button(page, 'Second').getAttribute('aria-current')).toBe('true')
    child.kill('SIGINT')
    await page.getByText('The preview has stopped').waitFor()
  })

  test('text of a script is neither executed nor loaded', async () => {
    const evil = '</script><img src=x onerror="alert(1)"><svg onload=alert(2)>'
    const text = JSON.stringify(evil)
    const code = `/*---\nname: ${JSON.stringify(evil)}\n---*/
const t = new TopologyBuilder(true)
const g = t.createGroup('g', { label: ${text}, layer: ${text} })
g.addProcess({ id: ${text}, label: ${text}, description: ${text} }).addProcess({ id: 'b', label: 'B' }).autoResize()
t.connect(${text}, 'b', { label: ${text}, type: ${text} })
await t.apply()
const flow = new FlowBuilder()
flow.scenario('s', ${text}).from(${text}).to('b').showMessage(${text}).showError(${text})
return flow
`
    const readme = `<script>alert(3)</script> ${evil} [x](javascript:alert(4)) ![y](https://example.com/z.png)`
    const { url } = await preview({ 'evil.topology.js': code, 'evil.md': readme })
    const { page, trouble, requests } = await visit(url)
    await page.locator('.node').first().waitFor()
    await button(page, 'Next step').click()
    await button(page, 'Next step').click()
    await page.locator('.bubble', { hasText: 'onerror' }).waitFor()
    await button(page, 'Next step').click()
    await page.waitForTimeout(200)
    expect(
      await page.locator('img, script:not([src="/page.js"]), [onload], [onerror]').count(),
    ).toBe(0)
    expect(trouble).toEqual([])
    expect(requests.filter((one) => !one.startsWith(url))).toEqual([])
  })

  test('the preview works with the keyboard only', async () => {
    const { url } = await preview({
      'payments.topology.js': payments,
      'other.topology.js': script('other'),
    })
    const { page } = await visit(`${url}/#payments.topology.js`)
    await page.getByRole('heading', { name: 'payments' }).waitFor()
    await page.locator('.drawing svg').waitFor()
    const names: string[] = []
    const focused = () =>
      page.evaluate(() => {
        const one = document.activeElement as HTMLInputElement
        return (
          one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? ''
        )
      })
    const tabTo = async (name: string) => {
      for (let i = 0; i < 20; i++) {
        await page.keyboard.press('Tab')
        const now = await focused()
        names.push(now)
        if (now.startsWith(name)) return
      }
      throw new Error(`${name} is not reached: ${names}`)
    }
    await tabTo('storage')
    await page.keyboard.press('Space')
    await page.locator('.node[data-node="events"]').waitFor({ state: 'hidden' })
    await tabTo('Diagram')
    const whole = await viewOf(page)
    for (const key of ['+', 'ArrowRight', 'ArrowDown', '-', 'ArrowLeft']) {
      const before = await viewOf(page)
      await page.keyboard.press(key)
      expect([key, await viewOf(page)]).not.toEqual([key, before])
    }
    await page.keyboard.press('0')
    expect(await viewOf(page)).toBe(whole)
    await page.keyboard.press('.')
    expect(await said(page).textContent()).toBe('Shopper → CDN')
    await page.keyboard.press('Space')
    await button(page, 'Pause').waitFor()
    await page.keyboard.press('Space')
    await tabTo('Step')
    await page.keyboard.press('End')
    expect(await page.getByRole('slider', { name: 'Step' }).getAttribute('aria-valuetext')).toBe(
      '9 of 9: Checkout → Ledger; Ledger → Ledger primary',
    )
    expect(names).toEqual([
      'other',
      'payments',
      'network',
      'storage',
      expect.stringMatching(/^Diagram/),
      'Shopper external, process. Calls CDN.',
      'Find',
      'Groups',
      'Descriptions',
      'Zoom in',
      'Zoom out',
      'Show all',
      'Save the picture',
      'Present',
      'Keys',
      'Scenario',
      'Previous step',
      'Play',
      'Next step',
      'Step',
    ])
  })

  test('buttons that get wider with a picture cover nothing of it', async () => {
    const { url, save } = await preview({ 'shop.topology.js': script('plain') })
    const { page } = await visit(url, {
      viewport: { width: 375, height: 667 },
      reducedMotion: 'reduce',
    })
    await page.locator('.node').first().waitFor()
    save('shop.topology.js', shop)
    const first = page.locator('.node[data-node="shopper"]')
    await first.waitFor()
    await expect
      .poll(async () => {
        const node = await first.boundingBox()
        const tools = await page.locator('.tools').boundingBox()
        return (node?.y ?? 0) > (tools?.y ?? 999) + (tools?.height ?? 0)
      })
      .toBe(true)
  })

  test('a wide table of a readme scrolls, also with the keyboard, and keeps its words whole', async () => {
    const cells = ['Service', 'Dashboard'].map((name) => `${name}${'x'.repeat(30)}`)
    const readme = `# Shop\n\n| ${cells.join(' | ')} |\n| --- | --- |\n| a | b |\n`
    const { url } = await preview({ 'shop.topology.js': script('shop'), 'shop.md': readme })
    const { page } = await visit(url, { viewport: { width: 375, height: 700 } })
    const table = page.getByRole('group', { name: 'Table' })
    await table.waitFor()
    const heights = await table
      .locator('th')
      .evaluateAll((all) => all.map((one) => one.clientHeight))
    expect(heights.every((height) => height < 40)).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    expect(await violations(page)).toEqual([])
  })

  test('a narrow window shows all controls, and wheel and drag move the picture', async () => {
    const { url } = await preview({
      'payments.topology.js': payments,
      'other.topology.js': script('other'),
    })
    const { page } = await visit(`${url}/#payments.topology.js`, {
      viewport: { width: 340, height: 640 },
      reducedMotion: 'reduce',
    })
    await page.locator('.drawing svg').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(340)
    for (const name of ['Zoom in', 'Previous step', 'Play', 'Next step']) {
      const box = await button(page, name).boundingBox()
      expect([name, (box?.x ?? -1) >= 0, (box?.x ?? 999) + (box?.width ?? 0) <= 340]).toEqual([
        name,
        true,
        true,
      ])
    }
    const stage = await page.locator('.stage').boundingBox()
    const x = (stage?.x ?? 0) + 100
    const y = (stage?.y ?? 0) + 100
    const views = [await viewOf(page)]
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -300)
    await expect.poll(() => viewOf(page)).not.toBe(views[0])
    views.push(await viewOf(page))
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 30)
    await page.mouse.up()
    expect(await viewOf(page)).not.toBe(views[1])
    // With reduced motion, each hop is shown at once.
    await button(page, 'Next step').click()
    await page.locator('.edge.now').waitFor()
    expect(await page.locator('.runner').count()).toBe(0)
  })
})
