/** Full screen with the keyboard through all scenarios, as with the remote of a beamer. */
import { button, face } from '../view/element.ts'
import type { Playback } from './playback.ts'

export class Presentation {
  readonly button: HTMLButtonElement
  readonly #host: HTMLElement
  readonly #stage: HTMLElement
  readonly #playback: Playback

  constructor(host: HTMLElement, stage: HTMLElement, playback: Playback) {
    this.#host = host
    this.#stage = stage
    this.#playback = playback
    this.button = button('present', 'Present', () => void this.toggle())
    host.addEventListener('fullscreenchange', () => {
      if (!host.matches(':fullscreen')) this.#set(false)
    })
    // Before the stage reads the arrows.
    host.addEventListener('keydown', (event) => this.#key(event), { capture: true })
  }

  get isOn(): boolean {
    return this.#host.classList.contains('presenting')
  }

  async toggle(): Promise<void> {
    if (this.isOn) {
      if (document.fullscreenElement) await document.exitFullscreen()
      this.#set(false)
      return
    }
    this.#set(true)
    // Before the screen is full: the next key is already for the steps.
    this.#stage.focus({ preventScroll: true })
    // A page in a frame may have no right to it; then the player only fills its page.
    await this.#host.requestFullscreen?.().catch(() => {})
  }

  #set(isOn: boolean): void {
    if (this.isOn === isOn) return
    this.#host.classList.toggle('presenting', isOn)
    face(this.button, isOn ? 'close' : 'present', isOn ? 'Leave the presentation' : 'Present')
  }

  #key(event: KeyboardEvent): void {
    if (!this.isOn || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    // Nodes, cards and fields have their own arrows. Remotes send page keys, and nodes have none.
    const target = event.target as Element
    if (
      target.closest('input, select, .card') ||
      (key.startsWith('Arrow') && target.closest('.drawing'))
    )
      return
    if (key === 'ArrowRight' || key === 'PageDown') this.#playback.advance(1)
    else if (key === 'ArrowLeft' || key === 'PageUp') this.#playback.advance(-1)
    else if (key === 'ArrowDown') this.#playback.changeScenario(1)
    else if (key === 'ArrowUp') this.#playback.changeScenario(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
