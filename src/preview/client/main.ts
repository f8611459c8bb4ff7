/** Runs in the preview page: receives changes and shows the selected script. */
import { unnamedParts } from '../../render/player/address.ts'
import { AddressBar } from '../../render/player/address-bar.ts'
import { Player } from '../../render/player/player.ts'
import type { Entry, Sheet } from '../sheet.ts'
import { showList } from './list.ts'
import { getElement, showSheet } from './panels.ts'

const address = new AddressBar(() => {
  update()
  if (shown === selectedEntry()?.path) player.open()
})
const player = new Player(getElement('.player'), { whole: true, address })
const state = getElement('#state')
let entries: readonly Entry[] = []
/** The script that is shown or loading. */
let current: Pick<Entry, 'path' | 'version'> | undefined
let shown: string | undefined
let asked: AbortController | undefined

/** The selected script is in the hash, before what is selected in its picture. */
const selectedEntry = (): Entry | undefined =>
  entries.find(({ path }) => unnamedParts(location.hash).includes(path)) ?? entries[0]

function update(): void {
  const entry = selectedEntry()
  showList(entries, entry?.path, (path) => {
    location.hash = encodeURIComponent(path)
  })
  if (!entry) {
    current = shown = undefined
    showSheet(undefined, player)
  } else if (entry.path !== current?.path || entry.version !== current.version) void load(entry)
}

async function load(entry: Entry): Promise<void> {
  const { path } = entry
  current = entry
  asked?.abort()
  asked = new AbortController()
  try {
    const answer = await fetch(`/sheet?path=${encodeURIComponent(path)}`, { signal: asked.signal })
    if (!answer.ok) return
    const sheet = (await answer.json()) as Sheet
    const isOther = path !== shown
    if (isOther) player.forget()
    shown = path
    current = sheet
    showSheet(sheet, player)
    if (isOther) player.open()
  } catch (error) {
    // Another script was selected meanwhile, or the preview has stopped, which `events` reports.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error
  }
}

const events = new EventSource('/events')
events.addEventListener('scripts', ({ data }) => {
  entries = JSON.parse(data) as Entry[]
  update()
})
events.addEventListener('open', () => {
  state.textContent = 'Updates on save'
  state.classList.remove('lost')
})
events.addEventListener('error', () => {
  // A restarted preview numbers versions from the start.
  current = undefined
  state.textContent = 'The preview has stopped'
  state.classList.add('lost')
})
