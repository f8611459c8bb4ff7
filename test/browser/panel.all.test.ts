/** The preview in the panel of an editor: pictures come in messages, and links open lines there. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { payments } from '../../src/mock/fixtures/scripts.ts'
import type { Sheet } from '../../src/preview/sheet.ts'
import { editorProcess } from '../cli/lsp/process.ts'
import { folder } from '../cli/topo.ts'
import { noBrowser, visit } from './chromium.ts'

const path = 'payments.topology.js'

/** What an editor offers to the page, as VS Code does. */
const host = () => {
  const sent: unknown[] = []
  Object.assign(globalThis, {
    sent,
    acquireVsCodeApi: () => ({ postMessage: (one: unknown) => sent.push(one) }),
  })
}

async function panel() {
  const { open, ask, uriOf, change } = await editorProcess({
    cwd: folder({ 'topo.config.json': '{}', [path]: payments }),
  })
  open(path)
  const sheet = () => ask<Sheet>('topo/sheet', { uri: uriOf(path), theme: 'light' })
  const file = join(folder({ 'page.html': await ask<string>('topo/previewPage') }), 'page.html')
  const { page, trouble } = await visit(pathToFileURL(file).href, { init: host })
  const send = (message: object) => page.evaluate((given) => window.postMessage(given), message)
  return { page, trouble, sheet, send, change }
}

const sent = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { sent: unknown[] }).sent)

describe.skipIf(noBrowser)('the panel of an editor in Chromium', () => {
  test('shows each picture that it receives', async () => {
    const { page, trouble, sheet, send, change } = await panel()
    expect(await sent(page)).toEqual(['ready'])
    expect(await page.locator('#state').textContent()).toBe('Updates while you type')
    await send({ sheet: await sheet() })
    await page.locator('.node').first().waitFor()
    const start = { line: 0, character: 0 }
    change(path, [{ range: { start, end: start }, text: 'if (' }])
    await send({ sheet: await sheet() })
    await page.getByText('This is the last valid picture.').waitFor()
    expect(await page.locator('.node').count()).toBeGreaterThan(1)
    expect(trouble).toEqual([])
  })

  test('a link in a card opens the line in the editor, and the line of the cursor lights its node', async () => {
    const { page, trouble, sheet, send } = await panel()
    const shown = await sheet()
    await send({ sheet: shown })
    const { picture, sources } = shown.drawing ?? {}
    const at = picture?.nodes.findLastIndex(({ isFrame }) => !isFrame) ?? -1
    const node = picture?.nodes[at]
    const place = sources?.nodes[at]
    const file = sources?.files[0]?.file
    const [, line = 0, column = 0] = place ?? []
    const drawn = page.locator(`[data-node="${node?.key}"]`)
    await drawn.click()
    await page.locator('.card a', { hasText: `${path}:${line}` }).click()
    expect(await sent(page)).toEqual(['ready', { open: { file, line, column } }])
    await page.locator('.card').getByRole('button', { name: 'Close' }).click()
    await page.locator('.picked').waitFor({ state: 'detached' })
    await send({ cursor: { file, line } })
    await page.locator(`.picked[data-node="${node?.key}"]`).waitFor()
    await send({ cursor: { file: '/other.js', line } })
    await page.locator('.picked').waitFor({ state: 'detached' })
    expect(trouble).toEqual([])
  })
})
