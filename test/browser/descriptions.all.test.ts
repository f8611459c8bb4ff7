/** A button shows the descriptions of nodes in a page: boxes grow, lines follow, and all is as before when it is pressed again. */
import { describe, expect, test } from 'vitest'
import { noBrowser, visitRendered } from './chromium.ts'

const code = `const t = new TopologyBuilder(true)
t.createActor({ id: 'user', label: 'User', description: 'Buys things, again and again, on the phone and on the web' })
const data = t.createGroup('data', { label: 'Data', description: 'Of all' })
data.addProcess({ id: 'api', label: 'API', icon: 'api', state: 'error', replicas: 2, description: 'Answers' }).addProcess({ id: 'db', label: 'Database', shape: 'cylinder' }).autoResize()
t.connect('user', 'api')
t.connect('api', 'db')
await t.apply()
`

describe.skipIf(noBrowser)('descriptions in Chromium', () => {
  test('are shown and hidden by a button, in boxes with room for them', async () => {
    const { page, trouble } = await visitRendered(code)
    const node = (id: string) => page.locator(`.node[data-node="${id}"]`)
    const partsOf = (id: string) =>
      node(id).evaluate((one) => [...one.children].map((part) => part.outerHTML))
    const heightOf = async (id: string) =>
      Number((await node(id).getAttribute('data-size'))?.split(' ')[1])
    const before = { api: await partsOf('api'), height: await heightOf('user') }
    const button = page.getByRole('button', { name: 'Descriptions' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await button.click()
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    expect(await node('user').locator('.note').allTextContents()).toEqual([
      'Buys things, again and again, on',
      'the phone and on the web',
    ])
    expect([before.height, await heightOf('user')]).toEqual([68, 94])
    expect(await node('api').locator('.note').textContent()).toBe('Answers')
    expect(await node('api').locator('.icon').count()).toBe(1)
    expect(await node('db').locator('.note').count()).toBe(0)
    // The line leaves the larger box at its border.
    const [start, bottom] = await page.evaluate(() => {
      const d = document.querySelector('[data-edge="user->api"] .line')?.getAttribute('d') ?? ''
      const user = document.querySelector('[data-node="user"]')
      const y = /translate\(\S+ (\S+)\)/.exec(user?.getAttribute('transform') ?? '')?.[1]
      return [
        Number(/^M\S+ ([\d.]+)/.exec(d)?.[1]),
        Number(y) + Number(user?.getAttribute('data-size')?.split(' ')[1]),
      ]
    })
    expect(start).toBe(bottom)
    await button.click()
    expect(await node('api').locator('.note').count()).toBe(0)
    expect([await partsOf('api'), await heightOf('user')]).toEqual([before.api, before.height])
    expect(trouble).toEqual([])
  })

  test('are as they were chosen in a group that was folded', async () => {
    const { page } = await visitRendered(code)
    await page.getByRole('button', { name: 'Descriptions' }).click()
    await page.locator('[data-head="data"]').first().dblclick()
    await page.locator('.cover').waitFor()
    expect(await page.locator('.cover').textContent()).toBe('Data2 nodes')
    await page.locator('.cover text').first().dblclick()
    await page.locator('.node[data-node="api"] .note', { hasText: 'Answers' }).waitFor()
  })

  test('have no button in a picture without descriptions of nodes', async () => {
    const { page } = await visitRendered(code.replace(/, description: '[^']*'/g, ''))
    await page.getByRole('button', { name: 'Zoom in' }).waitFor()
    expect(await page.getByRole('button', { name: 'Descriptions' }).count()).toBe(0)
  })
})
