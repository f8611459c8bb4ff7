/** The explorer in a real browser: to find, to ask, and to come back to what one looked at. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { shop } from '../shop.ts'
import { violations } from './axe.ts'
import { button, noBrowser, said, touch, viewOf, visitRendered } from './chromium.ts'

/** Keys and clicks are for places, which another shape changes. */
const visitDown = (code: string, fragment = '', options: BrowserContextOptions = {}) =>
  visitRendered(code, fragment, options, ['--direction', 'down'])
const node = (page: Page, key: string) =>
  page.locator(`.node[data-node="${key}"], .frame[data-node="${key}"]`)
const card = (page: Page) => page.locator('.card')
const heading = (page: Page) => card(page).getByRole('heading', { level: 2 })
const hash = (page: Page) => page.evaluate(() => decodeURIComponent(location.hash))
const go = (page: Page, to: string) =>
  page.evaluate((target) => {
    location.hash = target
  }, to)
const dimmed = (page: Page) =>
  page
    .locator('.node.dim')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-node')).sort())
const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.getAttribute('data-node') ??
      document.activeElement?.getAttribute('data-edge'),
  )
/** True if the element lies within the stage, and nothing covers its middle. */
const isInSight = (page: Page, key: string) =>
  node(page, key).evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && one.contains(hit)
  })

describe.skipIf(noBrowser)('the explorer in Chromium', () => {
  test('slash finds: arrows move the picture, Enter opens the card, Escape comes back', async () => {
    const { page, trouble } = await visitDown(shop)
    const whole = await viewOf(page)
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Find' })
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('check')
    await page.getByRole('option', { name: /^Checkout checkout/ }).waitFor()
    expect(await page.locator('.finder [role=status]').textContent()).toBe('6 matches')
    await expect.poll(() => viewOf(page)).not.toBe(whole)
    await page.keyboard.press('ArrowDown')
    await page.locator('.edge.picked[data-edge="checkout->risk"]').waitFor()
    const active = await field.getAttribute('aria-activedescendant')
    expect(await page.locator(`#${active}`).textContent()).toContain('Checkout → Risk scores')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.getByRole('option', { selected: true, name: /Gateway → Checkout/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => viewOf(page)).toBe(whole)
    expect(await page.locator('.dim').count()).toBe(0)

    await button(page, 'Find').click()
    await page.keyboard.type('ledger')
    await page.keyboard.press('Enter')
    await heading(page).filter({ hasText: 'Ledger' }).waitFor()
    expect(await heading(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await expect.poll(() => isInSight(page, 'ledger')).toBe(true)
    expect(await hash(page)).toBe('#node=ledger')
    expect(trouble).toEqual([])
  })

  test('on a narrow screen, a search leaves room for its match, and says how many are not listed', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `t.createProcess({ id: 'spoke${i}' })`).join(
      '\n',
    )
    const code = shop.replace('await t.apply()', `${many}\nawait t.apply()`)
    const { page } = await visitDown(code, '#node=ledger', {
      viewport: { width: 375, height: 740 },
      reducedMotion: 'reduce',
    })
    await card(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('acquiring')
    await page.locator('.picked[data-node="bank"]').waitFor()
    await expect.poll(() => isInSight(page, 'bank')).toBe(true)
    await page.getByRole('combobox', { name: 'Find' }).fill('spoke')
    await page.getByText('The first 50 of 60 matches').waitFor()
    expect(await page.locator('.finder li').count()).toBe(50)
    await page.keyboard.press('Escape')
    await heading(page).filter({ hasText: 'Ledger' }).waitFor()
  })

  test('a click asks: the card has its facts, its links lead on, and the neighbours stay lit', async () => {
    const { page, trouble } = await visitDown(shop)
    await node(page, 'checkout').click()
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    const words = await card(page).innerText()
    for (const fact of [
      'From the cart to the café ledger.',
      'Core › Payments',
      '8080 (gRPC)',
      'running',
    ])
      expect(words).toContain(fact)
    expect(await dimmed(page)).toEqual(['cdn', 'mailer', 'shopper'])
    await button(page, 'Show only these').click()
    await node(page, 'mailer').waitFor({ state: 'hidden' })
    expect(await isInSight(page, 'bank')).toBe(true)
    await page.keyboard.press('o')
    await node(page, 'mailer').waitFor()
    expect(await card(page).getByRole('link', { name: 'Payments', exact: true }).count()).toBe(1)
    await page.keyboard.press('2')
    expect(await dimmed(page)).toEqual(['shopper'])
    expect(await hash(page)).toBe('#node=checkout&hops=2')
    await page.getByRole('radio', { name: '3' }).check()
    expect(await dimmed(page)).toEqual([])
    await page.keyboard.press('1')

    await card(page).getByRole('link', { name: 'Queue', exact: true }).click()
    await heading(page).filter({ hasText: 'Queue' }).waitFor()
    await card(page)
      .getByRole('link', { name: /^Connection with Mailer/ })
      .click()
    await heading(page).filter({ hasText: 'Queue → Mailer' }).waitFor()
    expect(await hash(page)).toBe('#edge=queue->mailer')
    await page.keyboard.press('Escape')
    await heading(page)
      .filter({ hasText: /^Queue$/ })
      .waitFor()
    await button(page, 'Back').click()
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'hidden' })
    expect(await page.locator('.dim, .lit, .picked').count()).toBe(0)
    expect(await hash(page)).toBe('')
    expect(trouble).toEqual([])
  })

  test('a click near a line means the connection, and a click beside everything closes the card', async () => {
    const { page } = await visitDown(shop)
    const line = page.locator('.edge[data-edge="shopper->cdn"] .line')
    const box = await line.boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2 + 4, (box?.y ?? 0) + 8)
    await heading(page).filter({ hasText: 'Shopper → CDN' }).waitFor()
    const stage = await page.locator('.stage').boundingBox()
    await page.mouse.click((stage?.x ?? 0) + 40, (stage?.y ?? 0) + (stage?.height ?? 0) - 40)
    await card(page).waitFor({ state: 'hidden' })
  })

  test('a drag moves the picture and asks nothing', async () => {
    const { page } = await visitDown(shop)
    const before = await viewOf(page)
    const box = await node(page, 'checkout').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
    await page.mouse.down()
    await page.mouse.move((box?.x ?? 0) + 90, (box?.y ?? 0) + 40, { steps: 3 })
    await page.mouse.up()
    expect(await viewOf(page)).not.toBe(before)
    expect(await card(page).isVisible()).toBe(false)
  })

  test('an address opens what it names, and survives a reload; the browser goes back', async () => {
    const { page, trouble } = await visitDown(shop, '#node=ledger&hops=2')
    await heading(page).filter({ hasText: 'Ledger' }).waitFor()
    expect(await page.getByRole('radio', { name: '2' }).isChecked()).toBe(true)
    await expect.poll(() => isInSight(page, 'ledger')).toBe(true)
    await card(page).getByRole('link', { name: 'Checkout', exact: true }).click()
    await page.reload()
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    expect(await hash(page)).toBe('#node=checkout&hops=2')
    await page.goBack()
    await heading(page).filter({ hasText: 'Ledger' }).waitFor()
    await page.goForward()
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    expect(trouble).toEqual([])
  })

  test('connections, steps and layers have an address', async () => {
    const { page } = await visitDown(shop, '#edge=checkout->ledger')
    await heading(page).filter({ hasText: 'Checkout → Ledger' }).waitFor()
    await go(page, '#scenario=charge&step=4')
    await expect.poll(() => said(page).textContent()).toBe('Checkout → Risk scores')
    expect(await card(page).isVisible()).toBe(false)
    await button(page, 'Next step').click()
    expect(await hash(page)).toBe('#scenario=charge&step=5')
    await page.reload()
    await page.locator('.bubble', { hasText: '[RISK] low' }).waitFor()
    await go(page, '#layer=network')
    await node(page, 'ledger').waitFor({ state: 'hidden' })
    expect(await page.getByRole('checkbox', { name: 'storage' }).isChecked()).toBe(false)
    await page.getByRole('checkbox', { name: 'network' }).uncheck()
    expect(await hash(page)).toBe('#layer=')
    await page.getByRole('checkbox', { name: 'network' }).check()
    await page.getByRole('checkbox', { name: 'storage' }).check()
    expect(await hash(page)).toBe('')
    await go(page, '#node=%3Cimg%20src=x%3E')
    await page.getByText('“<img src=x>” is not in this diagram.').waitFor()
  })

  test('an address that names something else says so, and hides nothing', async () => {
    const { page } = await visitDown(shop)
    const notice = page.locator('.notice')
    for (const [part, name] of [
      ['', 'somebody'],
      ['node=', 'nobody'],
      ['scenario=', 'no scenario'],
      ['layer=', 'no layer'],
      ['fold=', 'checkout'],
    ]) {
      await go(page, `#${part}${name}`)
      await expect.poll(() => notice.textContent()).toBe(`“${name}” is not in this diagram.`)
      expect(await node(page, 'ledger').isVisible()).toBe(true)
    }
    await go(page, '#layer=storage&layer=old')
    await expect.poll(() => notice.textContent()).toBe('“old” is not in this diagram.')
    expect([await node(page, 'ledger').isVisible(), await node(page, 'gw').isVisible()]).toEqual([
      true,
      false,
    ])
  })

  test('an address may be the id of a node alone; a group without a shown node is not shown', async () => {
    const { page } = await visitDown(shop, '#cdn')
    await heading(page).filter({ hasText: 'CDN' }).waitFor()
    await page.keyboard.press('o')
    await node(page, 'core').waitFor({ state: 'hidden' })
    expect([
      await node(page, 'edge').isVisible(),
      await page.locator('.head:visible').count(),
    ]).toEqual([true, 1])
    await page.keyboard.press('o')
    await node(page, 'core').waitFor()
    await card(page).getByRole('link', { name: 'Gateway', exact: true }).click()
    expect(await hash(page)).toBe('#node=gw')
  })

  test('keys work in a page that was just opened, and right after a search', async () => {
    const { page } = await visitDown(shop, '#node=checkout')
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.keyboard.press('2')
    expect(await hash(page)).toBe('#node=checkout&hops=2')
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('0')
    const whole = await viewOf(page)
    await page.keyboard.press('+')
    expect(await viewOf(page)).not.toBe(whole)
    await page.keyboard.press('0')
    expect(await viewOf(page)).toBe(whole)
    // After a search the card has the focus, and after a press a button.
    await page.keyboard.press('/')
    await page.keyboard.type('mailer+')
    expect(await page.getByRole('combobox', { name: 'Find' }).inputValue()).toBe('mailer+')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await heading(page).filter({ hasText: 'Mailer' }).waitFor()
    await page.keyboard.press('0')
    expect(await viewOf(page)).toBe(whole)
    await button(page, 'Zoom in').click()
    expect(await viewOf(page)).not.toBe(whole)
    await page.keyboard.press('0')
    expect(await viewOf(page)).toBe(whole)
    // All in one frame, as a fast typist or an assistive tool does.
    await page.evaluate(() => {
      for (const key of ['/', 'Escape', '/']) {
        const field = document.activeElement ?? document.body
        field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
    })
    expect(await page.getByRole('combobox', { name: 'Find' }).isVisible()).toBe(true)
  })

  test('in a page from right to left, the card and the buttons change sides', async () => {
    const { page } = await visitDown(shop, '#node=checkout')
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    const [stage, about, zoom] = await Promise.all(
      ['.stage', '.card', '.zoom'].map((name) => page.locator(name).boundingBox()),
    )
    if (!stage || !about || !zoom) throw new Error('not shown')
    expect(about.x - stage.x).toBeLessThan(20)
    expect(zoom.x).toBeGreaterThan(about.x + about.width)
    expect(zoom.width).toBeLessThan(60)
    for (let i = 0; i < 3; i++) await button(page, 'Zoom in').click()
    const map = await page.locator('.minimap').boundingBox()
    expect(map?.x).toBeGreaterThan(zoom.x)
    expect(
      await heading(page).evaluate((one) => {
        const text = document.createRange()
        text.selectNodeContents(one)
        return Math.round(one.getBoundingClientRect().right - text.getBoundingClientRect().right)
      }),
    ).toBe(0)
  })

  test('a page from right to left changes nothing in the picture', async () => {
    const { page } = await visitDown(shop)
    const texts = () =>
      page.locator('.drawing text').evaluateAll((all) =>
        all.map((one) => {
          const { x, y } = one.getBoundingClientRect()
          return `${one.textContent} ${Math.round(x)} ${Math.round(y)}`
        }),
      )
    const before = await texts()
    expect(before.length).toBeGreaterThan(12)
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    expect(await texts()).toEqual(before)
  })

  test('the card copies the address of what it shows', async () => {
    const { page } = await visitDown(shop, '', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await node(page, 'checkout').click()
    await button(page, 'Copy link').click()
    await page.getByText('Link copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(page.url())
    expect(copied).toMatch(/#node=checkout$/)
  })

  test('a hidden layer takes its node and the card with it', async () => {
    const { page } = await visitDown(shop, '#node=ledger')
    await heading(page).filter({ hasText: 'Ledger' }).waitFor()
    await page.getByRole('checkbox', { name: 'storage' }).uncheck()
    await card(page).waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    await page.keyboard.type('ledger')
    await page.locator('.finder [role=status]', { hasText: '1 match' }).waitFor()
    await page.getByRole('option', { name: /Checkout/ }).waitFor()
  })

  test('playing steps aside while one asks, and goes on afterwards', async () => {
    const { page } = await visitDown(shop, '#scenario=decline&step=2')
    await page.locator('.bubble.error').waitFor()
    await node(page, 'checkout').click()
    await page.locator('.bubble').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.locator('.bubble.error', { hasText: 'insufficient funds' }).waitFor()
    await node(page, 'checkout').click()
    await card(page).getByRole('button', { name: 'A card is charged' }).click()
    await card(page).waitFor({ state: 'hidden' })
    await expect.poll(() => said(page).textContent()).toBe('Shopper → CDN')
    await button(page, 'Pause').waitFor()
  })

  test('nodes and connections are reached and told with the keyboard only', async () => {
    const { page } = await visitDown(shop)
    await page.locator('.stage').focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('shopper')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('edge')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('cdn')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('edge')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('cdn')
    await page.keyboard.press(']')
    expect(await focused(page)).toBe('cdn->gw')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('gw')
    expect(await node(page, 'gw').getAttribute('aria-label')).toBe(
      'Gateway, process. Calls Checkout. Called by CDN.',
    )
    await page.keyboard.press('Enter')
    await heading(page).filter({ hasText: 'Gateway' }).waitFor()
    expect(await heading(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('gw')
    expect(await page.locator('.drawing [tabindex="0"]').count()).toBe(1)
    const tree = await page.locator('.drawing').ariaSnapshot()
    expect(tree).toContain(
      'button "Queue, process, error. Calls Mailer. Called by Checkout, Risk scores."',
    )
    expect(tree).toContain(
      'button "Connection from Gateway to Checkout: orders (http, gRPC, port 8080)"',
    )
  })

  test('a tap asks, and two fingers do not', async () => {
    const viewport = { width: 375, height: 740 }
    const { page } = await visitDown(shop, '#level=0', { hasTouch: true, viewport })
    const box = await node(page, 'checkout').boundingBox()
    const at = (dx: number, dy: number) => ({
      x: (box?.x ?? 0) + 8 + dx,
      y: (box?.y ?? 0) + 8 + dy,
    })
    await touch(page, [at(0, 0), at(-9, 0)], [at(40, 0), at(60, 0)])
    expect(await card(page).isVisible()).toBe(false)
    await node(page, 'checkout').tap()
    await heading(page).filter({ hasText: 'Checkout' }).waitFor()
    expect(await isInSight(page, 'checkout')).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  })

  const arabic = shop
    .replace("label: 'Checkout'", "label: 'الدفع'")
    .replace('From the cart to the café ledger.', 'من السلة إلى الدفتر (v2).')
    .replace(
      "label: 'Risk scores'",
      "label: 'Scores of every risk that anybody could ever think of on a Monday, and of many others'",
    )
    .replace("label: 'Mailer'", "label: 'Mailer for all of the customers', replicas: 2")
  test.each([
    ['light', 1440, 'ltr'],
    ['dark', 1440, 'ltr'],
    ['light', 375, 'ltr'],
    ['dark', 375, 'rtl'],
    ['light', 1440, 'rtl'],
  ] as const)(
    'axe finds no violation in any state: %s, %i px, %s',
    async (colorScheme, width, dir) => {
      // High enough that the stage cuts through no name: axe compares what is seen of one with all of it.
      const { page, trouble } = await visitDown(arabic, '', {
        colorScheme,
        viewport: { width, height: 1000 },
        reducedMotion: 'reduce',
      })
      await page.evaluate((direction) => {
        document.documentElement.dir = direction
      }, dir)
      const states: [string, () => Promise<unknown>][] = [
        ['the picture', async () => {}],
        ['an empty search', () => page.keyboard.press('/')],
        ['matches', () => page.keyboard.type('e')],
        ['no match', () => page.keyboard.type('?????')],
        [
          'a node',
          async () => {
            await page.keyboard.press('Escape')
            await go(page, '#node=checkout')
            await card(page).waitFor()
          },
        ],
        ['a connection', () => go(page, '#edge=gw->checkout')],
        ['a group', () => go(page, '#node=pay&hops=2')],
        ['a message', () => go(page, '#scenario=charge&step=5')],
        ['an error', () => go(page, '#scenario=decline&step=2')],
        ['a folded group', () => go(page, '#node=pay&fold=pay')],
        ['all groups folded', () => go(page, '#level=1')],
        ['a missing node', () => go(page, '#node=nobody')],
        ['the text', () => page.getByText('Text description').click()],
      ]
      for (const [state, reach] of states) {
        await reach()
        expect([state, await violations(page)]).toEqual([state, []])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect([state, overflow]).toEqual([state, 0])
      }
      expect(trouble).toEqual([])
    },
    60_000,
  )
})
