/** Starts the editor, the explorer and the buttons of the playground. */
import { element } from '../../render/player/index.ts'
import { pageClock } from '../page-clock.ts'
import type { ScriptWorker } from '../script-worker.ts'
import { type Example, examples } from './examples.ts'
import type { FirstText } from './first-text.ts'
import { ownMachineDialog } from './own-machine.ts'
import type { PageData } from './page-data.ts'
import { pageElement } from './page-elements.ts'
import { Playground } from './playground.ts'

export function fillPage(worker: ScriptWorker, { first, install }: PageData, firstText: FirstText) {
  const playground = new Playground(worker, first)
  playground.open(firstText)
  listenForExamples(playground)
  listenForCopy(playground)
  pageElement('#save').addEventListener('click', () => save(playground.text))

  const dialog = ownMachineDialog(install)
  document.body.append(dialog)
  pageElement('#own').addEventListener('click', () => dialog.showModal())
}

/** The examples are loaded when somebody is about to choose one. */
function listenForExamples(playground: Playground): void {
  const chooser = pageElement<HTMLSelectElement>('#examples')
  for (const event of ['pointerdown', 'focus'])
    chooser.addEventListener(event, () => void listExamples(chooser))
  chooser.addEventListener('change', () => {
    if (chooser.value !== '') void playground.openExample(chooser.value)
  })
}

async function listExamples(chooser: HTMLSelectElement): Promise<void> {
  if (chooser.length > 1) return
  // Without them the list stays short, and the next attempt loads them again.
  const found = await examples().catch(() => [])
  chooser.replaceChildren(element('option', { value: '' }, 'Examples'), ...found.map(optionOf))
}

const optionOf = ({ name, title }: Example) => element('option', { value: name }, title)

function listenForCopy(playground: Playground): void {
  const button = pageElement('#copy')
  button.addEventListener('click', async () => {
    button.textContent = await copied(playground.link())
    pageClock.timer(3_000, () => {
      button.textContent = 'Copy link'
    })
  })
}

/** Copies a link. Returns what the button says then. */
async function copied(link: string | undefined): Promise<string> {
  if (link === undefined) return 'The script is too long for a link'
  try {
    await navigator.clipboard.writeText(link)
    return 'Link copied'
  } catch {
    return 'Copy the link from the address bar'
  }
}

function save(text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
  element('a', { href, download: 'diagram.topology.js' }).click()
  URL.revokeObjectURL(href)
}
