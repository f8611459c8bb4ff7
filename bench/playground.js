// Benchmarks the playground in Chromium, beside the packages of Mermaid and D2 in the same browser.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { writePlayground } from '../scripts/playground.js'
import { median } from './measure.js'
import { groupsOf } from './script.js'

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)
const RUNS = 5
const NODES = 50
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

export async function playground() {
  if (executablePath === undefined) throw new Error('There is no Chromium; name one in CHROMIUM.')
  const folder = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  await writePlayground(folder)
  const site = await serve(folder)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const own = await measured(browser, `${site.address}/playground.html`, keyInPlayground)
    const mermaid = await measured(browser, `${site.address}/mermaid.html`, renderAgain)
    const d2 = site.hasD2
      ? await measured(browser, `${site.address}/d2.html`, renderAgain)
      : undefined
    return rowsOf({ own, mermaid, d2 })
  } finally {
    await browser.close()
    site.close()
    rmSync(folder, { recursive: true })
  }
}

/** Serves the playground, and a page for each of the others that draws `NODES` nodes. */
async function serve(folder) {
  const { resolve } = createRequire(import.meta.url)
  const mermaid = resolve('mermaid/dist/mermaid.min.js')
  const d2 = folderOfD2()
  const pages = new Map([
    ['/mermaid.html', page(MERMAID, '<script src="/mermaid.js"></script>')],
    ['/d2.html', page(D2)],
  ])
  const fileOf = (path) => {
    if (path === '/mermaid.js') return mermaid
    return path.startsWith('/d2/') && d2 ? join(d2, path.slice('/d2/'.length)) : join(folder, path)
  }
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, 'http://site')
    const file = fileOf(pathname)
    const content = pages.get(pathname) ?? (existsSync(file) ? readFileSync(file) : undefined)
    response.writeHead(content === undefined ? 404 : 200, {
      'content-type': types[extname(pathname)] ?? 'text/plain',
    })
    response.end(content)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    hasD2: d2 !== undefined,
    close: () => server.close(),
  }
}

/** Undefined without `npm install --no-save @terrastruct/d2`. */
function folderOfD2() {
  try {
    const entry = createRequire(import.meta.url).resolve('@terrastruct/d2')
    return join(dirname(entry), '..', 'browser')
  } catch {
    return undefined
  }
}

const page = (script, before = '') =>
  `<!doctype html><meta charset="utf-8"><title>x</title>${before}<div class="drawing"></div><script type="module">${script}</script>`

/** The chart of a page: so many nodes in a chain with branches. */
const edges = (arrow, end) =>
  `Array.from({ length: ${NODES - 1} }, (_, i) => 'n' + (i >> 1) + '${arrow}' + 'n' + (i + 1) + '${end}').join('\\n')`

const MERMAID = `
let runs = 0
window.draw = async () => {
  const { svg } = await mermaid.render('chart' + runs++, 'flowchart TD\\n' + ${edges(' --> ', '')})
  document.querySelector('.drawing').innerHTML = svg
}
await draw()`

const D2 = `
import { D2 } from '/d2/index.js'
const d2 = new D2()
window.draw = async () => {
  const { diagram, renderOptions } = await d2.compile(${edges(' -> ', '')})
  document.querySelector('.drawing').innerHTML = await d2.render(diagram, renderOptions)
}
await draw()`

/** Milliseconds to the first picture in a new window and from a change to its picture, and bytes that were loaded. */
async function measured(browser, address, change) {
  const first = []
  const again = []
  let bytes = 0
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 800 } })
    const opened = await context.newPage()
    const bodies = new Map()
    opened.on('response', (response) => {
      // The program of the worker comes a second time, as a text of the page.
      if (response.url().startsWith('http')) bodies.set(response.url(), response.body())
    })
    opened.on('pageerror', (error) => console.error(`${address}: ${error}`))
    await opened.addInitScript(noteFirstPicture)
    await opened.goto(address)
    await opened.waitForFunction(() => window.firstPicture !== undefined)
    first.push(await opened.evaluate(() => window.firstPicture))
    again.push(await change(opened))
    const loaded = await Promise.all(bodies.values())
    bytes = loaded.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
    await context.close()
  }
  return { first: median(first), again: median(again), bytes }
}

/** Runs in the page before its own scripts. */
function noteFirstPicture() {
  const isThere = () => document.querySelector('.drawing > svg') !== null
  new MutationObserver((_, observer) => {
    if (!isThere()) return
    observer.disconnect()
    requestAnimationFrame(() => {
      window.firstPicture = performance.now()
    })
  }).observe(document, { childList: true, subtree: true })
}

/** Milliseconds from a key to its picture, with `NODES` nodes in the script. */
async function keyInPlayground(opened) {
  await opened.locator('.cm-content').click()
  await opened.keyboard.press('Control+a')
  await opened.keyboard.insertText(groupsOf(NODES))
  await opened.waitForTimeout(1_500)
  const times = []
  for (let key = 0; key < 8; key++) {
    await opened.evaluate(timeToNextPicture)
    await opened.keyboard.press(key % 2 === 0 ? 'Space' : 'Backspace')
    times.push(await opened.evaluate(() => window.nextPicture))
    await opened.waitForTimeout(200)
  }
  return median(times)
}

/** Runs in the page: from the next key to the frame with the picture that follows it. */
function timeToNextPicture() {
  window.nextPicture = new Promise((resolve) => {
    const drawing = document.querySelector('.drawing')
    document.addEventListener(
      'keydown',
      () => {
        const begin = performance.now()
        new MutationObserver((_, observer) => {
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - begin))
        }).observe(drawing, { childList: true })
      },
      { once: true, capture: true },
    )
  })
}

/** The others draw the same chart again, on the thread of the page or in their worker. */
async function renderAgain(opened) {
  const times = []
  for (let run = 0; run < 8; run++) {
    times.push(
      await opened.evaluate(async () => {
        const begin = performance.now()
        await window.draw()
        return performance.now() - begin
      }),
    )
  }
  return median(times)
}

function rowsOf({ own, mermaid, d2 }) {
  const beside = (value) =>
    [`Mermaid ${value(mermaid)}`, ...(d2 ? [`D2 ${value(d2)}`] : [])].join(', ')
  const milliseconds = (name) => (one) => `${one[name].toFixed(0)} ms`
  const size = ({ bytes }) => `${(bytes / 1e6).toFixed(2)} MB`
  return [
    {
      what: `playground, first picture in a new window; ${beside(milliseconds('first'))}`,
      measured: milliseconds('first')(own),
      budget: '1000 ms',
      met: own.first <= 1_000,
    },
    {
      what: `playground, all that is loaded, with gzip; ${beside(size)}`,
      measured: size(own),
      budget: '1.7 MB',
      met: own.bytes <= 1.7e6,
    },
    {
      what: `playground, from a key to the picture of ${NODES} nodes; drawing again: ${beside(milliseconds('again'))}`,
      measured: milliseconds('again')(own),
      budget: '150 ms',
      met: own.again <= 150,
    },
  ]
}
