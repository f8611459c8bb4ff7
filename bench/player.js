// Benchmarks the player in headless Chromium: milliseconds from frame to frame while a picture is moved and zoomed.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { median, timed, topo } from './measure.js'
import { groupsOf } from './script.js'

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
)
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
]
const frames = 60

export async function player() {
  if (executablePath === undefined) throw new Error('There is no Chromium; name one in CHROMIUM.')
  const cwd = mkdtempSync(join(tmpdir(), 'topo-bench-'))
  const browser = await chromium.launch({ executablePath, args })
  const rows = []
  for (const nodes of [22, 200, 500, 2000]) {
    writeFileSync(join(cwd, `n${nodes}.topology.js`), groupsOf(nodes))
    timed([topo, 'script', 'render', `n${nodes}.topology.js`, '-o', `n${nodes}.html`], cwd)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(pathToFileURL(join(cwd, `n${nodes}.html`)).href)
    await page.locator('.stage').focus()
    const gaps = []
    // The whole picture, then a part at a scale that shows its texts.
    for (const zooms of [0, 9]) {
      for (let zoom = 0; zoom < zooms; zoom++) await page.keyboard.press('+')
      for (const keys of [
        ['ArrowRight', 'ArrowLeft'],
        ['+', '-'],
      ]) {
        await page.waitForTimeout(500)
        gaps.push(...(await page.evaluate(gapsWhile, { keys, frames })))
      }
    }
    await page.close()
    const typical = median(gaps)
    const worst = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.95)]
    rows.push({
      what: `Moving and zooming ${nodes.toLocaleString('en')} nodes, from frame to frame`,
      measured: `${typical.toFixed(0)} ms, one of twenty ${worst.toFixed(0)} ms`,
      budget: '33 ms',
      met: typical <= 34,
    })
  }
  await browser.close()
  return rows
}

/** Runs in the page: presses a key in each frame, half of them back again. */
function gapsWhile({ keys: [there, back], frames: count }) {
  const stage = document.querySelector('.stage')
  return new Promise((done) => {
    const gaps = []
    let last
    const step = (now) => {
      if (last !== undefined) gaps.push(now - last)
      last = now
      if (gaps.length >= count) return done(gaps)
      const key = gaps.length % 20 < 10 ? there : back
      stage.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
