/** Serves the playground as the site has it, with nothing else. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll } from 'vitest'
import { once } from '../../src/grouped.ts'
import { type Visit, visit } from './chromium.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

/** A script without types. */
const { writePlayground }: { writePlayground(into: string): Promise<void> } = await import(
  pathToFileURL(resolve(import.meta.dirname, '../../scripts/playground.js')).href
)

const site = mkdtempSync(join(tmpdir(), 'topo-playground-'))
const server = createServer(({ url = '' }, response) => {
  const file = join(site, new URL(url, 'http://site').pathname)
  if (existsSync(file))
    response
      .writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' })
      .end(readFileSync(file))
  else response.writeHead(404).end()
})
afterAll(() => {
  server.close()
  rmSync(site, { recursive: true })
})

/** The address of the page. */
export const playgroundAddress = once(async () => {
  await writePlayground(site)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/playground.html`
})

/** Opens the playground in a new window, and waits for its first picture. */
export async function visitPlayground(
  hash = '',
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const opened = await visit(`${await playgroundAddress()}${hash}`, options)
  await opened.page.locator('.drawing > svg').waitFor()
  return opened
}
