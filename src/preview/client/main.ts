/** The program of the preview's page: it is told of every change, and shows the script that was chosen. */
import { Player } from '../../render/player/player.ts'
import type { Entry, Sheet } from '../sheet.ts'
import { showList } from './list.ts'
import { find, showSheet } from './panels.ts'

const player = new Player(find('.player'), { whole: true })
const state = find('#state')
let entries: readonly Entry[] = []
/** What is shown, or asked for. */
let current: Pick<Entry, 'path' | 'version'> | undefined
let shown: string | undefined
let asked: AbortController | undefined

/** The address remembers which script was chosen. */
const chosen = (): Entry | undefined =>
  entries.find(({ path }) => encodeURIComponent(path) === location.hash.slice(1)) ?? entries[0]

function update(): void {
  const entry = chosen()
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
    if (path !== shown) player.forget()
    shown = path
    current = sheet
    showSheet(sheet, player)
  } catch (error) {
    // Another one has been asked for meanwhile, or the preview has ended, which `events` says.
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error
  }
}

addEventListener('hashchange', update)
const events = new EventSource('/events')
events.addEventListener('scripts', ({ data }) => {
  entries = JSON.parse(data) as Entry[]
  update()
})
events.addEventListener('open', () => {
  state.textContent = 'Follows your edits'
  state.classList.remove('lost')
})
events.addEventListener('error', () => {
  // Another one may take its place, which counts anew.
  current = undefined
  state.textContent = 'The preview has ended'
  state.classList.add('lost')
})
