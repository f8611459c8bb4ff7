/** The index of a site finds diagrams by name and tag, and the nodes in them, from a file and without requests. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import { folder, script, topo } from '../cli/topo.ts'
import { violations } from './axe.ts'
import { noBrowser, openPage } from './chromium.ts'

describe.skipIf(noBrowser)('the index of a site in Chromium', () => {
  test('searches diagrams, nodes and tags', async () => {
    const cwd = folder({
      'payments.topology.js': payments,
      'shop.topology.js': script('shop', 'name: Café\ntags: [food]'),
    })
    expect(await topo(['render', '-o', 'site/', '--format', 'html'], { cwd })).toMatchObject({
      code: 0,
    })
    const page = await openPage({ colorScheme: 'dark' })
    const trouble: string[] = []
    page.on('console', (message) => trouble.push(message.text()))
    page.on('pageerror', (error) => trouble.push(String(error)))
    await page.goto(pathToFileURL(join(cwd, 'site/index.html')).href)
    const shown = () => page.locator('.scripts > li:visible b').allInnerTexts()
    expect(await shown()).toHaveLength(2)
    expect(await violations(page)).toEqual([])

    const search = page.getByRole('searchbox')
    await search.fill('cafe')
    expect(await shown()).toEqual(['Café'])
    expect(await page.getByRole('status').innerText()).toBe('1 of 2 diagrams')
    await search.fill('')
    await page.getByRole('button', { name: 'food' }).click()
    expect(await shown()).toEqual(['Café'])
    await page.getByRole('button', { name: 'food' }).click()
    await search.fill('ledger')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await page.locator('.card', { hasText: 'Ledger' }).waitFor()
    expect(page.url()).toMatch(/payments\.html#node=ledger$/)
    expect(trouble).toEqual([])
  })
})
