/** A picture that fills the terminal while it is of use, as pagers do, and leaves its last state among the other output. */

import type { Channel } from './channel.ts'
import { aroundSuspension } from './signals.ts'

/** A screen of its own: what was written before comes back unharmed, and nothing wraps when the window changes. */
const enter = '\u001B[?1049h\u001B[?25l'
const leave = '\u001B[?1049l\u001B[?25h'
const home = '\u001B[H'
const eraseLine = '\u001B[K'
const eraseBelow = '\u001B[J'
/** What stands between them is shown at once, by terminals that know it. */
const beginFrame = '\u001B[?2026h'
const endFrame = '\u001B[?2026l'

/** The lines of a picture, none wider than the window less one column, and no more than it is high. */
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
    this.#stop = [
      channel.onResize(draw),
      aroundSuspension(restore, draw),
      () => void process.off('exit', restore),
    ]
  }

  /** Each line is written over the one before, so nothing flickers; what else was typed or written is gone. */
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
