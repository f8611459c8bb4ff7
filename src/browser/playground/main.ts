/** Starts the playground in its page. */
import { element } from '../../render/player/index.ts'
import { pageClock } from '../page-clock.ts'
import { ScriptWorker } from '../script-worker.ts'
import { type Example, examples } from './examples.ts'
import { ownMachineDialog } from './own-machine.ts'
import type { PageData } from './page-data.ts'
import { pageElement } from './page-elements.ts'
import { Playground } from './playground.ts'

const loaded = (file: string) => fetch(`playground/${file}`).then((answer) => answer.blob())

/** A worker of a text has the policy of its page. */
const program = loaded('worker.js').then((text) => URL.createObjectURL(text))
const interpreter = loaded('sandbox.wasm')
  .then((bytes) => bytes.arrayBuffer())
  .then((bytes) => new Uint8Array(bytes))
const openWorker = async () => new Worker(await program)
const worker = new ScriptWorker(openWorker, interpreter, pageClock)
const data = JSON.parse(pageElement('#data').textContent) as PageData
const playground = new Playground(worker, data.first)
const dialog = ownMachineDialog(data.install)
document.body.append(dialog)

void playground.open()

const chooser = pageElement<HTMLSelectElement>('#examples')
for (const event of ['pointerdown', 'focus'])
  chooser.addEventListener(event, () => void listExamples(), { once: true })
chooser.addEventListener('change', () => {
  if (chooser.value !== '') void playground.openExample(chooser.value)
  chooser.selectedIndex = 0
})

async function listExamples(): Promise<void> {
  const found = await examples()
  chooser.replaceChildren(element('option', { value: '' }, 'Examples'), ...found.map(optionOf))
}

const optionOf = ({ name, title }: Example) => element('option', { value: name }, title)

const copy = pageElement<HTMLButtonElement>('#copy')
copy.addEventListener('click', () => void copyLink())

async function copyLink(): Promise<void> {
  const link = playground.link()
  if (link === undefined) return sayOnButton('The script is too long for a link')
  const isCopied = await navigator.clipboard.writeText(link).then(
    () => true,
    () => false,
  )
  sayOnButton(isCopied ? 'Link copied' : 'Copy the link from the address bar')
}

/** Says on the button what happened. */
function sayOnButton(text: string): void {
  copy.textContent = text
  pageClock.timer(3_000, () => {
    copy.textContent = 'Copy link'
  })
}

pageElement('#save').addEventListener('click', () => {
  const href = URL.createObjectURL(new Blob([playground.text], { type: 'text/javascript' }))
  element('a', { href, download: 'diagram.topology.js' }).click()
  URL.revokeObjectURL(href)
})
pageElement('#own').addEventListener('click', () => dialog.showModal())
