/** A real browser for tests. Without Chromium, the tests are skipped with a note on standard error. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { folder, topo } from '../cli/topo.ts'

const { CHROMIUM } = process.env
const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = (CHROMIUM === undefined ? usual : [CHROMIUM]).find((path) =>
  existsSync(path),
)

/** `test/preview`, `test/mock/viewer.test.ts` and `test/render` test the pages without a browser. */
export const noBrowser = executablePath === undefined
if (noBrowser) {
  process.stderr.write(
    '\nNO BROWSER: the tests in test/browser are left out. Install Chromium, or name one in CHROMIUM.\n\n',
  )
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let running: Promise<Browser> | undefined
afterAll(async () => {
  await (await running)?.close()
  running = undefined
})

export interface Visit {
  readonly page: Page
  /** Errors of the page, and all requested URLs. */
  readonly trouble: string[]
  readonly requests: string[]
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs in the page before its own scripts. */
  readonly init?: () => void
}

/** Opens an empty window, which is closed after the test. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  if (executablePath === undefined) throw new Error('there is no browser')
  running ??= chromium.launch({ executablePath, args })
  const context = await (await running).newContext({
    viewport: { width: 1200, height: 800 },
    ...options,
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(8000)
  return context.newPage()
}

/** Opens a new window, which is closed after the test. */
export async function visit(url: string, { init, ...options }: VisitOptions = {}): Promise<Visit> {
  const page = await openPage(options)
  if (init) await page.addInitScript(init)
  const trouble: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => trouble.push(String(error)))
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text())
  })
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  await page.locator('.stage, .closed').first().waitFor()
  return { page, trouble, requests }
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const said = (page: Page) => page.locator('.said')
/** Which part of the picture the stage shows, and at which scale. */
export const viewOf = (page: Page) =>
  page.locator('.drawing').evaluate((drawing: HTMLElement) => drawing.style.transform)

/** Pixels of the smallest name in a box on the stage; 0 if a box has none. */
export const smallestName = (page: Page) =>
  page.evaluate(() => {
    const { transform } = (document.querySelector('.drawing') as HTMLElement).style
    const scale = Number(/scale\(([\d.]+)\)/.exec(transform)?.[1])
    const stage = (document.querySelector('.stage') as Element).getBoundingClientRect()
    const sizes = [...document.querySelectorAll('.drawing .node, .drawing .cover')].flatMap(
      (box) => {
        const { width, left, right, top, bottom } = box.getBoundingClientRect()
        const isOn =
          left < stage.right && right > stage.left && top < stage.bottom && bottom > stage.top
        if (width === 0 || !isOn) return []
        const texts = [...box.querySelectorAll(':scope>text:not(.note), :scope>.name>text')]
        const shown = texts.filter((one) => one.getBoundingClientRect().width > 0)
        return (
          Math.min(...shown.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))) * scale
        )
      },
    )
    return sizes.every(Number.isFinite) ? Math.min(...sizes) : 0
  })

/** Renders a script as a page, and opens it with this hash. */
export async function visitRendered(
  code: string,
  hash = '',
  options: BrowserContextOptions = {},
  flags: readonly string[] = [],
): Promise<Visit> {
  const cwd = folder({ 'd.topology.js': code })
  const { code: exit, stderr } = await topo(
    ['script', 'render', 'd.topology.js', '-o', 'd.html', ...flags],
    {
      cwd,
    },
  )
  if (exit !== 0) throw new Error(stderr)
  return visit(`${pathToFileURL(join(cwd, 'd.html')).href}${hash}`, options)
}

/** Moves fingers: each is a list of places, one per event. */
export async function touch(
  page: Page,
  ...fingers: readonly (readonly { x: number; y: number }[])[]
) {
  const session = await page.context().newCDPSession(page)
  const length = Math.max(...fingers.map(({ length: count }) => count))
  for (let i = 0; i < length; i++) {
    const touchPoints = fingers.flatMap((places, id) =>
      places.slice(i, i + 1).map((at) => ({ ...at, id })),
    )
    const type = i === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
