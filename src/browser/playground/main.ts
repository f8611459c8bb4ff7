/**
 * Starts the worker of the playground, then loads the rest of its page. Both take a while, so they
 * run beside each other.
 */
import { pageClock } from '../page-clock.ts'
import { ScriptWorker } from '../script-worker.ts'
import { firstTextOf } from './first-text.ts'
import type { PageData } from './page-data.ts'
import { pageElement } from './page-elements.ts'

const loaded = (file: string) => fetch(`playground/${file}`).then((answer) => answer.blob())

/** A worker of a text has the policy of its page. */
const program = loaded('worker.js').then((text) => URL.createObjectURL(text))
const interpreter = loaded('sandbox.wasm')
  .then((bytes) => bytes.arrayBuffer())
  .then((bytes) => new Uint8Array(bytes))
const openWorker = async () => new Worker(await program)
const worker = new ScriptWorker(openWorker, interpreter, pageClock)

const page = import('./page.ts')
const data = JSON.parse(pageElement('#data').textContent) as PageData
const firstText = await firstTextOf(location.hash, data.first)
// The page asks for the same picture, which the worker has by then.
worker.ask('draw', { text: firstText.text, theme: 'auto' }).catch(() => undefined)
const { fillPage } = await page
fillPage(worker, data, firstText)
