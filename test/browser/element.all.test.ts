/** `<topo-diagram>` in a real browser: what it draws, what it says, and what a script in it cannot do. */
import { describe, expect, test } from 'vitest'
import { shop } from '../shop.ts'
import { violations } from './axe.ts'
import { noBrowser } from './chromium.ts'
import { diagram, drawnIn, openElementPage, problemsIn, workersOf } from './element-page.ts'

const named = (name: string, ids = 'a b') => `/*---
name: ${name}
---*/
const t = new TopologyBuilder(true)
${ids
  .split(' ')
  .map((id) => `t.createProcess({ id: '${id}', label: 'Node ${id}' })`)
  .join('\n')}
await t.apply()
`
const wrong = `const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: 'A' })
t.connect('a', 'ghost')
await t.apply()`
const committed =
  '<img alt="The committed picture" src="data:image/svg+xml,<svg/>" width="80" height="40">'
const spacer = '<p style="height:4000px">Far</p>'

describe.skipIf(noBrowser)('topo-diagram in Chromium', () => {
  test('draws the script inside of it; the page loads nothing but its files', async () => {
    const { page, trouble, requests } = await openElementPage(diagram(shop, '', committed))
    await drawnIn(page).waitFor()
    expect(await page.getByRole('img', { name: 'Shop' }).count()).toBe(1)
    await page.getByAltText('The committed picture').waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])
    expect(trouble).toEqual([])
    const others = requests.filter((path) => !path.startsWith('data:') && !path.startsWith('blob:'))
    expect(others).toEqual(['/', '/page.css', '/element.js'])
  })

  test('draws the script in the block that a highlighter made of a fenced one', async () => {
    const lines = named('Fenced').replaceAll(/(const|await)/g, '<span class="k">$1</span>')
    const { page } = await openElementPage(
      `<topo-diagram><div><pre><code>${lines}</code></pre></div></topo-diagram>`,
    )
    await drawnIn(page).waitFor()
    await page.getByRole('img', { name: 'Fenced' }).waitFor()
    await page.locator('pre').waitFor({ state: 'hidden' })
  })

  test('strips the types of a script', async () => {
    const typed = named('Typed').replace(
      'const t =',
      "enum Kind { One = 'a' }\ninterface Named<T extends string> { id: T }\nconst name = <const T extends string>(one: Named<T>): T => one.id as T\nname({ id: Kind.One })\nconst t: TopologyBuilder =",
    )
    const { page } = await openElementPage(diagram(typed))
    await page.getByRole('img', { name: 'Typed' }).waitFor()
  })

  test('a script may be indented like the page around it', async () => {
    const indented = `\n    ${named('Indented').replaceAll('\n', '\n    ')}`
    const { page } = await openElementPage(
      diagram(indented) + diagram(`\n    ${wrong.replaceAll('\n', '\n    ')}`),
    )
    await page.getByRole('img', { name: 'Indented' }).waitFor()
    await problemsIn(page, 1).getByText('Line 3: ').waitFor()
  })

  test('draws the script at an address, and says why one is not to be had', async () => {
    const { page } = await openElementPage(
      '<topo-diagram src="there.topology.js"></topo-diagram><topo-diagram src="gone.topology.js"></topo-diagram>',
      { files: { 'there.topology.js': named('Fetched') } },
    )
    await page.getByRole('img', { name: 'Fetched' }).waitFor()
    await problemsIn(page, 1)
      .getByText('The script gone.topology.js could not be loaded: 404 Not Found.')
      .waitFor()
  })

  test('draws again when an attribute or the text changes; an unusable value is named', async () => {
    const { page } = await openElementPage(diagram(shop))
    await drawnIn(page).waitFor()
    const shape = () => drawnIn(page).getAttribute('viewBox')
    const down = await shape()
    const set = (name: string, value: string) =>
      page
        .locator('topo-diagram')
        .evaluate((one, given) => one.setAttribute(...given), [name, value] as [string, string])
    await set('direction', 'right')
    await expect.poll(shape).not.toBe(down)

    await set('scenario', 'charge')
    await drawnIn(page).getByText('A card is charged', { exact: true }).waitFor()
    await set('scenario', 'refund')
    await problemsIn(page)
      .getByText('Shop has no scenario "refund". Its scenarios: charge and decline.')
      .waitFor()

    await set('direction', 'sideways')
    await problemsIn(page)
      .getByText('The attribute direction is “sideways”. Write down, right, up or left.')
      .waitFor()
    await page.locator('topo-diagram').evaluate((one) => {
      for (const name of ['direction', 'scenario']) one.removeAttribute(name)
    })
    await expect.poll(shape).toBe(down)
    expect(await problemsIn(page).textContent()).toBe('')

    await page.locator('topo-diagram script').evaluate((one, text) => {
      one.textContent = text
    }, named('Another'))
    await page.getByRole('img', { name: 'Another' }).waitFor()
  })

  test('several diagrams have one worker, and each is drawn', async () => {
    const names = ['One', 'Two', 'Three', 'Four']
    const { page } = await openElementPage(names.map((name) => diagram(named(name))).join(''))
    for (const name of names) await page.getByRole('img', { name, exact: true }).waitFor()
    expect(await workersOf(page)).toBe(1)
  })

  test('is lazy: nothing starts before a diagram comes near the window', async () => {
    const { page } = await openElementPage(spacer + diagram(named('Far')), {
      style: 'p{height:4000px}',
    })
    await page.waitForFunction(() => customElements.get('topo-diagram') !== undefined)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    expect(await workersOf(page)).toBe(0)
    await page.locator('topo-diagram').scrollIntoViewIfNeeded()
    await page.getByRole('img', { name: 'Far' }).waitFor()
    expect(await workersOf(page)).toBe(1)
  })

  test('a slow script never replaces a newer one, and a diagram that comes near again is not fetched again', async () => {
    const { page, requests } = await openElementPage(
      `<topo-diagram src="slow.js"></topo-diagram>${spacer}`,
      { files: { 'slow.js': named('Slow'), 'fast.js': named('Fast') }, style: 'p{height:4000px}' },
    )
    let answer = () => {}
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/slow.js', async (route) => {
        asked()
        await new Promise<void>((answered) => {
          answer = answered
        })
        await route.continue()
      })
    })
    await page.reload()
    await isAsked
    await page.locator('topo-diagram').evaluate((one) => one.setAttribute('src', 'fast.js'))
    await page.getByRole('img', { name: 'Fast' }).waitFor()
    answer()
    await page.waitForResponse('**/slow.js')
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
    expect(await page.getByRole('img', { name: 'Fast' }).count()).toBe(1)

    const fetched = requests.filter((path) => path === '/fast.js').length
    await page.evaluate(() => scrollTo(0, 4000))
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    await page.evaluate(() => scrollTo(0, 0))
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    expect(requests.filter((path) => path === '/fast.js')).toHaveLength(fetched)
  })

  test('a script with errors: the committed picture stays, with each error below it', async () => {
    const { page, trouble } = await openElementPage(diagram(wrong, '', committed))
    const problems = page.getByRole('status')
    await problems.getByText('Line 3: "ghost" is not a node or group').waitFor()
    expect(await problems.innerText()).toContain('Create "ghost", or use an existing node.')
    expect(await page.getByAltText('The committed picture').isVisible()).toBe(true)
    expect(await drawnIn(page).count()).toBe(0)
    expect(await violations(page)).toEqual([])
    expect(trouble).toEqual([])
  })

  test('without JavaScript, the committed picture shows, and the script does not', async () => {
    const { page } = await openElementPage(diagram(shop, '', committed), {
      javaScriptEnabled: false,
    })
    expect(await page.getByAltText('The committed picture').isVisible()).toBe(true)
    expect(await page.locator('body').innerText()).not.toContain('TopologyBuilder')
  })

  test('an empty element says what it needs', async () => {
    const { page } = await openElementPage('<topo-diagram></topo-diagram>')
    await problemsIn(page).getByText('There is no script.').waitFor()
  })

  test('the colours are those of the page around it, also after it changes, unless the theme says others', async () => {
    const { page } = await openElementPage(
      diagram(named('Auto')) +
        diagram(named('Light'), 'theme="light"') +
        diagram(named('Dark'), 'theme="dark"'),
      { colorScheme: 'dark', style: '.dark{color-scheme:dark}' },
    )
    for (const at of [0, 1, 2]) await drawnIn(page, at).waitFor()
    const grounds = () =>
      page
        .locator('topo-diagram .place .canvas')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
    const [light, , dark] = await grounds()
    expect(light).not.toBe(dark)
    // The page is light although the system is dark.
    expect(await grounds()).toEqual([light, light, dark])
    await page.locator('html').evaluate((html) => html.classList.add('dark'))
    await expect.poll(grounds).toEqual([dark, light, dark])
    await page.emulateMedia({ media: 'print' })
    const schemes = await page
      .locator('topo-diagram')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).colorScheme))
    expect(schemes).toEqual(['light', 'light', 'light'])
    expect(await grounds()).toEqual([light, light, light])
  })

  test('styles of the page do not reach the drawing, and those of the drawing not the page', async () => {
    const { page } = await openElementPage(`${diagram(shop)}<p class="line note">Text</p>`, {
      style: 'rect,text{fill:rgb(1,2,3)!important} svg{display:none!important}',
    })
    await drawnIn(page).waitFor()
    const fill = await drawnIn(page)
      .locator('.canvas')
      .evaluate((one) => getComputedStyle(one).fill)
    expect(fill).not.toBe('rgb(1, 2, 3)')
    expect(await page.locator('p.note').evaluate((one) => getComputedStyle(one).fontSize)).toBe(
      '16px',
    )
  })

  test('a phone shows a diagram as wide as the page', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const { page } = await openElementPage(
      diagram(shop, 'direction="right"') + diagram(shop, 'format="explorer"'),
      phone,
    )
    await drawnIn(page).waitFor()
    await page.locator('.stage').waitFor()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    const box = await drawnIn(page).boundingBox()
    expect(box?.width).toBeLessThanOrEqual(390)
    expect(box?.width).toBeGreaterThan(300)
  })

  test('needs no network once its file is there', async () => {
    const { page } = await openElementPage(`<section></section>`)
    await page.waitForFunction(() => customElements.get('topo-diagram') !== undefined)
    await page.context().setOffline(true)
    await page.locator('section').evaluate((section, code) => {
      const made = document.createElement('topo-diagram')
      const script = document.createElement('script')
      script.type = 'text/plain'
      script.textContent = code
      made.append(script)
      section.append(made)
    }, named('Offline'))
    await page.getByRole('img', { name: 'Offline' }).waitFor()
  })

  test('an element that moves in the page stays drawn, and one that goes away ends nothing', async () => {
    const { page, trouble } = await openElementPage(
      diagram(named('First')) + diagram(named('Second')),
    )
    await page.getByRole('img', { name: 'Second' }).waitFor()
    await page.locator('main').evaluate((main) => {
      const [first, second] = main.querySelectorAll('topo-diagram')
      if (second) main.prepend(second)
      first?.remove()
    })
    await page.getByRole('img', { name: 'Second' }).waitFor()
    expect(await page.getByRole('img').count()).toBe(1)
    expect(trouble).toEqual([])
  })
})

/** Without what the element does not need; the page itself has no style and no script in its text. */
const strict = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  'worker-src blob:',
  "style-src 'self'",
  'img-src data:',
].join(';')

describe.skipIf(noBrowser)('a hostile script in topo-diagram', () => {
  test.each([
    ['an endless loop', 'for (;;) {}'],
    [
      'a promise storm',
      'const again = () => Promise.resolve().then(again).then(again)\nagain()\nawait new Promise(() => {})',
    ],
    ['a memory eater', 'const all = []\nfor (;;) all.push("x".repeat(100000) + all.length)'],
  ])(
    '%s is an error, and the next diagram is drawn',
    async (_what, hostile) => {
      const { page } = await openElementPage(diagram(hostile) + diagram(named('Next')))
      await problemsIn(page).getByText('This diagram has 1 error.').waitFor({ timeout: 20_000 })
      await page.getByRole('img', { name: 'Next' }).waitFor({ timeout: 20_000 })
      expect(await problemsIn(page).innerText()).toMatch(
        /limit|more than|memory|did not finish|does not end/i,
      )
    },
    60_000,
  )

  test('a worker that does not answer is ended after ten seconds, and the next diagram has another one', async () => {
    const { page } = await openElementPage('<section></section>', {
      init: () => {
        const { postMessage } = Worker.prototype
        let isDeaf = true
        Worker.prototype.postMessage = function (message: object) {
          if (isDeaf && 'name' in message) isDeaf = false
          else postMessage.call(this, message)
        }
      },
    })
    await page.clock.install()
    await page
      .locator('section')
      .evaluate(
        (section, html) =>
          section.replaceChildren(document.createRange().createContextualFragment(html)),
        diagram(named('Late')) + diagram(named('Next')),
      )
    await expect.poll(() => workersOf(page)).toBe(1)
    await page.clock.runFor(9_000)
    expect(await problemsIn(page).textContent()).toBe('')
    await page.clock.runFor(2_000)
    await problemsIn(page).getByText('The script does not end, so it was stopped.').waitFor()
    await page.getByRole('img', { name: 'Next' }).waitFor()
    expect(await workersOf(page)).toBe(2)
  })

  test('reaches neither the page nor its worker nor a network', async () => {
    const probes = [
      'document',
      'window',
      'fetch',
      'self',
      'postMessage',
      'importScripts',
      'XMLHttpRequest',
      'WebSocket',
      'indexedDB',
      'Worker',
    ]
    const nodes = probes.map(
      (name) => `t.createProcess({ id: '${name}', label: '${name} ' + typeof ${name} })`,
    )
    const { page, trouble, requests } = await openElementPage(
      diagram(`const t = new TopologyBuilder(true)
try { globalThis.constructor.constructor('return postMessage')()({ result: 'mine' }) } catch {}
${nodes.join('\n')}
await t.apply()`) +
        diagram(`/*---
name: '<img src=x onerror=parent.hacked=1>'
---*/
const t = new TopologyBuilder(true)
t.createProcess({ id: 'a', label: '</text></svg><script>parent.hacked=1</scr' + 'ipt><img src="http://127.0.0.1:1/x">' })
await t.apply()`) +
        diagram(`throw new Error('<img src=x onerror=parent.hacked=1>')`),
    )
    await drawnIn(page).waitFor()
    const types = await drawnIn(page).locator('.nodes').textContent()
    for (const name of probes) expect(types).toContain(`${name} undefined`)
    await drawnIn(page, 1).waitFor()
    await problemsIn(page, 2).getByText('<img src=x').waitFor()
    expect(await page.locator('topo-diagram img, topo-diagram script:not([type])').count()).toBe(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(trouble).toEqual([])
    expect(requests.filter((path) => !/^(\/|data:|blob:)/.test(path))).toEqual([])
  })

  test('works under a strict policy, with its colours; says which one forbids it', async () => {
    const colored = named('Colored').replace("label: 'Node a'", "label: 'A', color: '#aa0000'")
    const content = diagram(colored) + diagram(shop, 'format="explorer"')
    const { page, trouble } = await openElementPage(content, { policy: strict })
    await drawnIn(page).waitFor()
    await page.locator('.stage').waitFor()
    const canvas = drawnIn(page).locator('.canvas')
    expect(await canvas.evaluate((one) => getComputedStyle(one).fill)).not.toBe('rgb(0, 0, 0)')
    const body = drawnIn(page).locator('[data-node=a] .body')
    expect(await body.evaluate((one) => getComputedStyle(one).stroke)).toBe('rgb(170, 0, 0)')
    await page.locator('.stage').click({ position: { x: 5, y: 200 } })
    for (let i = 0; i < 6; i++) await page.keyboard.press('-')
    // Their sizes are styles of elements.
    await page.locator('.player .name').first().waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('ledger')
    await page.keyboard.press('Enter')
    await page.locator('.card').waitFor()
    expect(trouble).toEqual([])

    const other = await openElementPage(diagram(shop), { policy: "worker-src 'none'" })
    await problemsIn(other.page).getByText('worker-src blob:').waitFor()
  })
})

describe.skipIf(noBrowser)('topo-diagram format="explorer" in Chromium', () => {
  const focused = () => {
    const { shadowRoot } = document.querySelector('topo-diagram') as Element
    return shadowRoot?.activeElement?.getAttribute('data-node')
  }

  test('finds, shows the card, goes by keys, folds and plays; the address of the page stays', async () => {
    const { page, url, trouble } = await openElementPage(
      diagram(shop, 'format="explorer" direction="down"'),
    )
    await page.locator('.stage').waitFor()
    expect(await violations(page)).toEqual([])
    await page.locator('.stage').focus()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Find' })
    await field.waitFor()
    await page.keyboard.press('Escape')
    const focusedClass = () =>
      page.evaluate(
        () => document.querySelector('topo-diagram')?.shadowRoot?.activeElement?.className,
      )
    await expect.poll(focusedClass).toMatch(/^stage/)
    await page.keyboard.press('/')
    await field.waitFor()
    await page.keyboard.type('checkout')
    await page.keyboard.press('Enter')
    await page.locator('.card').getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.locator('.card').waitFor({ state: 'hidden' })

    await page.locator('.stage').focus()
    await page.keyboard.press('Tab')
    const before = await page.evaluate(focused)
    expect(before).toBeTruthy()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(focused)).not.toBe(before)

    await page.locator('.folding').selectOption({ index: 1 })
    await page.locator('.frame.shut').first().waitFor()
    await page
      .getByRole('combobox', { name: 'Scenario' })
      .selectOption({ label: 'A card is charged' })
    await page.getByRole('button', { name: 'Next step' }).click()
    await page.locator('.said').getByText('Shopper → CDN').waitFor()
    expect(page.url()).toBe(url)
    expect(trouble).toEqual([])
  })

  test('opens the scenario of its attribute', async () => {
    const { page } = await openElementPage(diagram(shop, 'format="explorer" scenario="decline"'))
    const choice = page.getByRole('combobox', { name: 'Scenario' })
    const chosen = choice.locator('option:checked')
    await expect.poll(() => chosen.textContent()).toBe('The bank declines')
  })

  test('the keys of the page are its own, and of two explorers each has its own', async () => {
    const { page } = await openElementPage(diagram(shop, 'format="explorer"').repeat(2))
    await page.locator('.stage').nth(1).waitFor()
    await page.locator('h1').click()
    for (const key of ['/', 's', 'p', '?']) await page.keyboard.press(key)
    expect(await page.locator('.finder:visible, dialog[open], .presenting').count()).toBe(0)
    await page.locator('.stage').nth(1).focus()
    await page.keyboard.press('?')
    expect(await page.locator('dialog[open]').count()).toBe(1)
    const own = page.locator('topo-diagram').nth(1).locator('dialog[open]')
    await own.getByRole('button', { name: 'Close' }).click()
    await page.locator('.stage').nth(1).focus()
    await page.keyboard.press('/')
    expect(await page.locator('topo-diagram').nth(1).locator('.finder:visible').count()).toBe(1)
    expect(await page.locator('.finder:visible').count()).toBe(1)
    // What one writes into a field of the page is text.
    await page.getByLabel('Field of the page').fill('')
    await page.getByLabel('Field of the page').pressSequentially('sp?/')
    expect(await page.getByLabel('Field of the page').inputValue()).toBe('sp?/')
    expect(await page.locator('dialog[open], .presenting').count()).toBe(0)
  })

  test('presents on the full screen, and comes back', async () => {
    const { page } = await openElementPage(diagram(shop, 'format="explorer"'))
    await page.locator('.stage').focus()
    await page.keyboard.press('p')
    await page.locator('.player.presenting').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.localName))
      .toBe('topo-diagram')
    // As a reader does who leaves by a key of the browser.
    await page.evaluate(() => document.exitFullscreen())
    await page.locator('.player:not(.presenting)').waitFor()
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  })
})

test('a server that renders a page may import the file', async () => {
  const built = await import('../../dist/element/element.js' as string)
  expect(Object.keys(built)).toEqual(['TopoDiagram'])
})
