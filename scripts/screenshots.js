// Takes the screenshots of the documents, in both themes, with the Chromium of the machine: `npm run build && node scripts/screenshots.js`.
// Fonts differ between machines, so no test compares them: look at each before you commit it.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as pty from '@lydell/node-pty'
import MarkdownIt from 'markdown-it'
import { chromium } from 'playwright-core'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'bin/run.js')
const cwd = mkdtempSync(join(tmpdir(), 'topo-screenshots-'))
const script = join(cwd, 'checkout.topology.js')

const run = (program, args) => execFileSync(program, args, { cwd, encoding: 'utf8' })

/** The command line, and what a terminal shows. */
function onTerminal(...args) {
  const program = pty.spawn(process.execPath, [bin, ...args], { cwd, cols: 96, rows: 60 })
  let text = ''
  program.onData((data) => {
    text += data
  })
  const line = `\u001B[2m$\u001B[0m topo ${args.join(' ')}\n`
  return new Promise((done) => program.onExit(() => done(line + text.replaceAll('\r', ''))))
}
const topo = (args) => run(process.execPath, [bin, ...args])
const git = (...args) =>
  run('git', ['-c', 'user.name=topo', '-c', 'user.email=topo@example.com', ...args])

cpSync(join(root, 'docs/pictures/checkout.topology.js'), script)
git('init', '-q', '-b', 'main')
git('add', '-A')
git('commit', '-qm', 'A shop')
const before = readFileSync(script, 'utf8')
const after = before
  .replace("label: 'Parcels' }", "label: 'Parcels', state: 'warning' }")
  .replace(
    '\nawait topology.apply()',
    "\n  .connect('cart', 'ledger', { type: 'tcp', label: 'refunds' })\nawait topology.apply()",
  )

const served = spawn(process.execPath, [bin, 'preview', '--port', '0', '--no-open', '--json'], {
  cwd,
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
  ],
})
try {
  const [line] = await new Promise((done) =>
    served.stdout.once('data', (data) => done(String(data).split('\n'))),
  )
  const { url } = JSON.parse(line)
  topo(['render', 'checkout.topology.js', '-o', 'checkout.html'])
  writeFileSync(script, after.replace("'cart', 'ledger'", "'cart', 'legder'"))
  const wrong = await onTerminal('validate', 'checkout.topology.js')
  writeFileSync(script, after)
  topo(['diff', 'checkout.topology.js', '--git', 'main', '-o', 'changes.html'])
  topo(['script', 'review', 'main', '--output', 'review'])
  const comment = topo(['script', 'review', 'main'])
  const drawn = await onTerminal('render', 'checkout.topology.js')
  for (const theme of ['light', 'dark']) {
    await shot('preview', theme, url, { width: 1180, height: 700 })
    await shot('explorer', theme, `${pathToFileURL(join(cwd, 'checkout.html'))}#node=cards`, {
      width: 1180,
      height: 640,
    })
    await shot('comparison', theme, String(pathToFileURL(join(cwd, 'changes.html'))), {
      width: 1180,
      height: 700,
    })
    await shot('comment', theme, page('comment', new MarkdownIt({ html: true }).render(comment)), {
      width: 900,
    })
    await shot(
      'terminal',
      theme,
      page('terminal', `<pre>${[wrong, drawn].map(html).join('\n')}</pre>`),
      { width: 860 },
    )
  }

  /** @param size in pixels; without a height, the whole page */
  async function shot(name, theme, address, { width, height }) {
    const opened = await browser.newPage({
      colorScheme: theme,
      viewport: { width, height: height ?? 300 },
    })
    if (address.startsWith('<')) await opened.setContent(address)
    else await opened.goto(address)
    await drawMermaid(opened)
    await opened.waitForTimeout(1500)
    const path = join(root, 'docs/pictures', `${name}-${theme}.png`)
    await opened.screenshot({ path, fullPage: height === undefined })
    await opened.close()
  }
} finally {
  await browser.close()
  served.kill('SIGINT')
  rmSync(cwd, { recursive: true, force: true })
}

/** GitHub draws the Mermaid blocks of a comment. */
async function drawMermaid(opened) {
  if ((await opened.locator('.language-mermaid').count()) === 0) return
  await opened.addScriptTag({
    path: fileURLToPath(new URL('mermaid.min.js', import.meta.resolve('mermaid'))),
  })
  await opened.evaluate(() => {
    for (const block of document.querySelectorAll('.language-mermaid')) {
      block.parentElement.outerHTML = `<div class="mermaid">${block.innerHTML}</div>`
    }
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'default'
    globalThis.mermaid.initialize({ startOnLoad: false, theme })
    return globalThis.mermaid.run({ querySelector: '.mermaid' })
  })
}

/** A page in the colours of its theme. */
function page(name, content) {
  return `<!doctype html><meta charset="utf-8"><style>
:root { color-scheme: light dark; --text: #1f2328; --line: #d1d9e0; --back: #fff; --red: #b42318; --dim: #59636e }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --line: #3d444d; --back: #0d1117; --red: #ff8a80; --dim: #9198a1 } }
body { margin: 0; padding: 20px; background: var(--back); color: var(--text); font: 15px/1.5 Inter, system-ui, sans-serif }
pre { font: 14px/1.25 "DejaVu Sans Mono", monospace; margin: 0 } b { color: inherit } i { font-style: normal; color: var(--dim) } em { font-style: normal; color: var(--red) }
table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: 4px 12px } code { font-size: 90% }
</style><body class="${name}">${content}</body>`
}

/** Text of a terminal: bold, dim and red. */
function html(text) {
  const tags = { 1: 'b', 2: 'i', 31: 'em', 91: 'em' }
  let open = []
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return escaped.replace(/\u001B\[([\d;]*)m/g, (_, codes) => {
    const closed = open.map((tag) => `</${tag}>`).join('')
    const added = codes.split(';').flatMap((code) => tags[code] ?? [])
    open = added
    return closed + added.map((tag) => `<${tag}>`).join('')
  })
}
