/** Runs in the preview page: receives changes and shows the selected script. */
import { AddressBar, Player, unnamedParts } from '../../render/player/index.ts'
import type { Entry, Sheet } from '../sheet.ts'
import { showList } from './list.ts'
import { panelFeed, panelHost } from './panel-feed.ts'
import { getElement, showNotice, showSheet } from './panels.ts'
import { servedFeed } from './served-feed.ts'
import { subjectAt } from './source-links.ts'

const host = panelHost()
const feed = host ? panelFeed(host) : servedFeed

const address = new AddressBar(() => {
  update()
  if (drawn && drawn.path === selectedEntry()?.path) player.open()
})
const player = new Player(getElement('.player'), { whole: true, address })
const state = getElement('#state')
let entries: readonly Entry[] = []
/** The script that is shown or loading. */
let current: Pick<Entry, 'path' | 'version'> | undefined
let drawn: Sheet | undefined
let asked: AbortController | undefined

/** The selected script is in the hash, before what is selected in its picture. */
const selectedEntry = (): Entry | undefined =>
  entries.find(({ path }) => unnamedParts(location.hash).includes(path)) ?? entries[0]

/** The script that the address names; undefined if it is listed. */
const missingScript = (): string | undefined =>
  unnamedParts(location.hash).find((part) => !entries.some(({ path }) => path === part))

function update(): void {
  const entry = selectedEntry()
  showList(entries, entry?.path, (path) => {
    location.hash = encodeURIComponent(path)
  })
  if (!entry) {
    current = undefined
    drawn = undefined
    showSheet(undefined, player)
  } else if (entry.path !== current?.path || entry.version !== current.version) void load(entry)
  else if (drawn) showNotice(drawn, missingScript())
}

async function load(entry: Entry): Promise<void> {
  const { path } = entry
  current = entry
  asked?.abort()
  asked = new AbortController()
  const { signal } = asked
  const sheet = await feed.sheet(path, signal)
  if (sheet === undefined || signal.aborted) return
  const isOther = path !== drawn?.path
  if (isOther) player.forget()
  current = sheet
  drawn = sheet
  showSheet(sheet, player, missingScript())
  if (isOther) player.open()
}

feed.listen({
  scripts(found) {
    entries = found
    update()
  },
  state(text, isLost) {
    state.textContent = text
    state.classList.toggle('lost', isLost)
    // A restarted preview numbers versions from the start.
    if (isLost) current = undefined
  },
  cursor(file, line) {
    if (drawn?.drawing) player.point(subjectAt(drawn.drawing, file, line))
  },
})
