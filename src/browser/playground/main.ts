/**
 * Starts the worker of the playground, then loads the rest of its page. Both take a while, so they
 * run beside each other.
 */
import { pageClock } from '../page-clock.ts'
import { ScriptWorker } from '../script-worker.ts'
import { firstTextOf } from './first-text.ts'
import type { PageData } from './page-data.ts'
import { pageElement } from './page-elements.ts'
import { pageFile } from './page-file.ts'

let program: string | undefined

/** A worker of a text has the policy of its page. */
async function openWorker(): Promise<Worker> {
  program ??= URL.createObjectURL(await pageFile('worker.js'))
  return new Worker(program)
}

async function interpreter(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await pageFile('sandbox.wasm')
  return new Uint8Array(await bytes.arrayBuffer())
}

const worker = new ScriptWorker(openWorker, interpreter, pageClock)
const page = import('./page.ts')
const data = JSON.parse(pageElement('#data').textContent) as PageData
const firstText = await firstTextOf(location.hash, data.first)
// The page asks for the same picture, which the worker has by then.
worker.ask('draw', { text: firstText.text, theme: 'auto', isOther: true }).catch(() => undefined)
const { fillPage } = await page
fillPage(worker, data, firstText)
