/** Serves pages with the built `<topo-diagram>`, and opens them. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openPage } from './chromium.ts'

const built = resolve(import.meta.dirname, '../../dist/element/element.js')

export interface ElementPage {
  readonly page: Page
  readonly url: string
  /** Errors of the page. */
  readonly trouble: string[]
  /** Paths on the server of the page, and whole addresses of others. */
  readonly requests: string[]
}

export interface ElementPageOptions extends BrowserContextOptions {
  /** Content security policy. */
  readonly policy?: string
  /** Files beside the page, by name. */
  readonly files?: Readonly<Record<string, string>>
  /** Styles of the page. */
  readonly style?: string
  /** Runs in the page before its own scripts. */
  readonly init?: () => void
}

export const diagram = (code: string, attributes = '', fallback = ''): string =>
  `<topo-diagram ${attributes}>${fallback}<script type="text/plain">${code}</script></topo-diagram>`

export async function openElementPage(
  content: string,
  options: ElementPageOptions = {},
): Promise<ElementPage> {
  const { policy, files = {}, style = '', init, ...context } = options
  const url = await serve({ ...files, 'page.css': style }, pageOf(content), policy)
  const page = await openPage(context)
  await page.addInitScript(countWorkers)
  if (init) await page.addInitScript(init)
  const trouble: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url().replace(url, '/')))
  await page.goto(url)
  return { page, url, trouble, requests }
}

const pageOf = (content: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page with diagrams</title><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">
<script type="module" src="element.js"></script>
<main><h1>Page with diagrams</h1><input aria-label="Field of the page">${content}</main></html>`

const types: Readonly<Record<string, string>> = {
  '': 'text/html',
  css: 'text/css',
  js: 'text/javascript',
}

async function serve(
  files: Readonly<Record<string, string>>,
  html: string,
  policy: string | undefined,
): Promise<string> {
  const answers = new Map(
    Object.entries({ ...files, '': html, 'element.js': readFileSync(built, 'utf8') }),
  )
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1)
    const [, ending = ''] = name.split('.')
    response.statusCode = answers.has(name) ? 200 : 404
    response.setHeader('content-type', types[ending] ?? 'text/plain')
    if (policy !== undefined) response.setHeader('content-security-policy', policy)
    response.end(answers.get(name))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Runs in the page. */
function countWorkers(): void {
  const counted = window as unknown as { workers: number; Worker: typeof Worker }
  counted.workers = 0
  counted.Worker = class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      counted.workers++
    }
  }
}

export const workersOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { workers: number }).workers)

/** The SVG that the n-th element of a page has drawn. */
export const drawnIn = (page: Page, at = 0) =>
  page.locator('topo-diagram').nth(at).locator('.place svg:not([aria-hidden])').first()

/** The problems that the n-th element shows. */
export const problemsIn = (page: Page, at = 0) =>
  page.locator('topo-diagram').nth(at).locator('.problems')
