/** The keys of the player: some anywhere in the page, some on its stage only. */
import type { Explorer } from './explore/explorer.ts'
import type { KeyHelp } from './key-help.ts'
import type { Playback } from './play/playback.ts'
import type { Presentation } from './play/presentation.ts'
import type { Saving } from './save.ts'

export interface ShortcutOptions {
  readonly host: HTMLElement
  /** Where keys are meant for the player. */
  readonly scope: GlobalEventHandlers
  readonly stage: HTMLElement
  readonly explorer: Explorer
  readonly playback: Playback
  readonly presentation: Presentation
  readonly keyHelp: KeyHelp
  readonly saving: Saving
}

export function listenForKeys(options: ShortcutOptions): void {
  const { host, scope, stage, keyHelp, saving } = options
  // In a page with the picture alone, its keys also work before something has the focus.
  const isOnStage = (target: EventTarget | null) =>
    target instanceof Element &&
    (stage.contains(target) || (target === document.body && host.classList.contains('whole')))
  scope.addEventListener('keydown', (event) => {
    if (isElsewhere(event) || host.hidden || keyHelp.box.open || saving.box.open) return
    const { key, target } = event
    if (pressInPage(key, options) || (isOnStage(target) && pressOnStage(key, options)))
      event.preventDefault()
  })
}

/** @returns false for a key without a meaning here */
function pressInPage(key: string, options: ShortcutOptions): boolean {
  const { explorer, presentation, keyHelp, saving } = options
  if (key === 'Escape') return goBack(options)
  if (explorer.selection && pressOnSelection(key, explorer)) return true
  if (key === '/') explorer.find()
  else if (key === 's') saving.box.showModal()
  else if (key === 'p') void presentation.toggle()
  else if (key === '?') keyHelp.box.showModal()
  else return false
  return true
}

/** To what was selected before, else out of the presentation. @returns false if there is neither */
function goBack({ stage, explorer, presentation }: ShortcutOptions): boolean {
  if (explorer.back()) {
    // Who presents goes on with the steps, not from node to node.
    if (presentation.isOn && !explorer.selection) stage.focus({ preventScroll: true })
    return true
  }
  if (!presentation.isOn) return false
  void presentation.toggle()
  return true
}

function pressOnSelection(key: string, explorer: Explorer): boolean {
  if (/^[1-9]$/.test(key)) explorer.setHops(Number(key))
  else if (key === 'f') explorer.fit()
  else if (key === 'o') explorer.isolate()
  else return false
  return true
}

function pressOnStage(key: string, { playback }: ShortcutOptions): boolean {
  if (key === ' ') playback.toggle()
  else if (key === ',') playback.step(-1)
  else if (key === '.') playback.step(1)
  else return false
  return true
}

/** A key with a modifier belongs to the browser, and one in a field to its text. */
function isElsewhere({
  target,
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
}: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    (target.matches('select, textarea, [contenteditable]') ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)))
  return defaultPrevented || isField || ctrlKey || metaKey || altKey
}
