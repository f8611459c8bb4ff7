/** A full-screen view, as pagers have; at its end it prints its last state to the normal output. */
import type { Channel, Window } from './channel.ts'
import { onSuspend } from './process/signals.ts'

/** The alternate screen: earlier output comes back unchanged, and a resize wraps nothing. */
const enter = '\u001B[?1049h\u001B[?25l'
const leave = '\u001B[?1049l\u001B[?25h'
const home = '\u001B[H'
const eraseLine = '\u001B[K'
const eraseBelow = '\u001B[J'
/** Terminals that support it show everything between the two at once. */
const beginFrame = '\u001B[?2026h'
const endFrame = '\u001B[?2026l'

/** Returns the lines: each at most one column narrower than the window, and no more lines than its height. */
type ScreenContent = (size: Window) => string[]

/** For the last state, when the window has lost its size. */
const usualSize: Window = { width: 80, height: 24 }

export class Screen {
  readonly #channel: Channel
  readonly #content: ScreenContent
  readonly #restore = () => this.#leave()
  readonly #stops: (() => void)[]
  #isEntered = false
  #isEnded = false

  constructor(channel: Channel, content: ScreenContent) {
    this.#channel = channel
    this.#content = content
    const draw = () => this.draw()
    process.on('exit', this.#restore)
    this.#stops = [channel.onResize(draw), onSuspend(this.#restore, draw)]
  }

  /**
   * Overwrites the lines in place, so nothing flickers; other output on the screen is erased. Draws nothing while the
   * window has no size.
   */
  draw(): void {
    const { window } = this.#channel
    if (this.#isEnded || window === undefined) return
    const text = this.#content(window)
      .map((line) => line + eraseLine)
      .join('\r\n')
    const first = this.#isEntered ? '' : enter
    this.#isEntered = true
    this.#channel.write(`${first}${beginFrame}${home}${text}${eraseBelow}${home}${endFrame}`)
  }

  end(): void {
    this.#isEnded = true
    process.off('exit', this.#restore)
    for (const stop of this.#stops) stop()
    this.#leave()
    for (const line of this.#content(this.#channel.window ?? usualSize)) this.#channel.line(line)
  }

  #leave(): void {
    if (this.#isEntered) this.#channel.write(leave)
    this.#isEntered = false
  }
}
