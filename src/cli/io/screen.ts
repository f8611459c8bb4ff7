/** A full-screen view, as pagers have; at its end it prints its last state to the normal output. */

import type { Channel } from './channel.ts'
import { onSuspend } from './signals.ts'

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
export type ScreenContent = (size: { width: number; height: number }) => string[]

export class Screen {
  readonly #channel: Channel
  readonly #picture: ScreenContent
  readonly #stop: (() => void)[]
  #entered = false
  #ended = false

  constructor(channel: Channel, picture: ScreenContent) {
    this.#channel = channel
    this.#picture = picture
    const draw = () => this.draw()
    const restore = () => this.#leave()
    process.on('exit', restore)
    this.#stop = [channel.onResize(draw), onSuspend(restore, draw), () => void process.off('exit', restore)]
  }

  /** Overwrites the lines in place, so nothing flickers; other output on the screen is erased. */
  draw(): void {
    if (this.#ended) return
    const text = this.#lines()
      .map((line) => line + eraseLine)
      .join('\r\n')
    const first = this.#entered ? '' : enter
    this.#entered = true
    this.#channel.write(`${first}${beginFrame}${home}${text}${eraseBelow}${home}${endFrame}`)
  }

  end(): void {
    this.#ended = true
    for (const stop of this.#stop) stop()
    this.#leave()
    for (const line of this.#lines()) this.#channel.line(line)
  }

  #lines(): string[] {
    return this.#picture({ width: this.#channel.width ?? 80, height: this.#channel.height })
  }

  #leave(): void {
    if (this.#entered) this.#channel.write(leave)
    this.#entered = false
  }
}
