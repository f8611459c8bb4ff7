/** The player in a rendered file and in the viewer of the embedded service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import { folder, mockProcess, topo } from '../cli/topo.ts'
import { violations } from './axe.ts'
import { button, noBrowser, said, visit } from './chromium.ts'

describe.skipIf(noBrowser)('pages with a picture in Chromium', () => {
  test('script render --format html: the file plays and loads nothing else', async () => {
    const cwd = folder({ 'payments.topology.js': payments })
    const rendered = await topo(['script', 'render', 'payments.topology.js', '-o', 'p.html'], {
      cwd,
    })
    expect(rendered.code).toBe(0)
    const url = pathToFileURL(join(cwd, 'p.html')).href
    const { page, trouble, requests } = await visit(url)
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    await button(page, 'Play').click()
    await page.locator('.bubble', { hasText: 'asks for a risk score' }).waitFor()
    await page.getByRole('checkbox', { name: 'storage' }).uncheck()
    await page.locator('.node[data-node="events"]').waitFor({ state: 'hidden' })
    expect(trouble).toEqual([])
    expect(requests).toEqual([url])
    expect(readFileSync(join(cwd, 'p.html'), 'utf8')).not.toMatch(/(?:src|href)="(?!#)/)
  })

  test('the viewer plays, and shows comments on their nodes and edges', async () => {
    const as = { authorization: 'Bearer ca_demo_bob', 'content-type': 'application/json' }
    // The built one has the player.
    const service = await mockProcess()
    const { item } = await (await fetch(`${service.url}/v1/scripts/payments-platform`)).json()
    const evil = '<img src=x onerror="alert(1)">'
    for (const [targetType, targetId, content] of [
      ['node', 'ledger', `Append only? ${evil}`],
      ['node', 'ledger', 'It is.'],
      ['edge', 'checkout->bank', 'Which timeout?'],
      ['node', 'gone', 'About something that is no more'],
    ]) {
      const body = JSON.stringify({ targetType, targetId, content })
      const answer = await fetch(`${service.url}/v1/scripts/${item.id}/comments`, {
        method: 'POST',
        headers: as,
        body,
      })
      expect(answer.status).toBe(200)
    }
    const { page, trouble } = await visit(`${service.url}/v/payments-platform`)
    await button(page, '1 comment on Checkout → Acquiring bank').waitFor()
    expect(await page.locator('.pin').count()).toBe(2)
    expect(await violations(page)).toEqual([])
    await page.locator('.node[data-node="ledger"]').click()
    const card = page.locator('.card')
    expect(
      await card.getByRole('listitem').filter({ hasText: 'Append only?' }).innerText(),
    ).toContain(evil)
    expect(await violations(page)).toEqual([])
    await button(page, 'Close').click()
    await button(page, '2 comments on Ledger').click()
    expect(await page.locator('.bubble.remarks').innerText()).toContain(
      `Bob Baker Append only? ${evil}`,
    )
    await page.keyboard.press('Escape')
    await page.locator('.bubble.remarks').waitFor({ state: 'detached' })
    await page.getByText('About something that is no more').waitFor()
    await button(page, 'Next step').click()
    expect(await said(page).textContent()).toBe('Shopper → CDN')
    expect(trouble).toEqual([])
  })

  test('a gated case shows no picture, player or code', async () => {
    const service = await mockProcess()
    const { page, trouble } = await visit(`${service.url}/v/kafka-at-scale`)
    await page.getByText('This is a teaser').waitFor()
    expect(await page.locator('svg, script, pre').count()).toBe(0)
    expect(await page.content()).not.toMatch(/TopologyBuilder|brokers/i)
    expect(trouble).toEqual([])
  })
})
