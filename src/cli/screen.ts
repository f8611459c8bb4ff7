/** A few lines at the end of a terminal that are drawn again and again in their place. */
import { aroundSuspension } from './signals.ts'
import type { Channel } from './terminal.ts'

const hideCursor = '\u001B[?25l'
const showCursor = '\u001B[?25h'
const eraseLine = '\u001B[K'
const eraseBelow = '\u001B[J'
/** What stands between them is shown at once, by terminals that know it. */
const beginFrame = '\u001B[?2026h'
const endFrame = '\u001B[?2026l'
const up = (lines: number) => (lines > 0 ? `\u001B[${lines}A` : '')
const down = (lines: number) => (lines > 0 ? `\u001B[${lines}B` : '')

/** The lines of a picture, none wider than the window less one column, and no more than it is high. */
export type Picture = (size: { width: number; height: number }) => string[]

export class Screen {
  readonly #channel: Channel
  readonly #picture: Picture
  readonly #stop: (() => void)[]
  #drawn = ''
  #lines = 0

  constructor(channel: Channel, picture: Picture) {
    this.#channel = channel
    this.#picture = picture
    const again = () => this.draw(true)
    const restore = () => channel.write(showCursor)
    process.on('exit', restore)
    this.#stop = [
      channel.onResize(again),
      aroundSuspension(() => this.#leave(), again),
      () => void process.off('exit', restore),
    ]
  }

  /**
   * Between two pictures the cursor stays at the beginning of the first line: a terminal that wraps what is drawn anew
   * in another width, or takes lines away, does so below it.
   * @param anew even if nothing is new, and with nothing left of how lines were wrapped
   */
  draw(anew = false): void {
    const lines = this.#picture({ width: this.#channel.width ?? 80, height: this.#channel.height })
    const text = lines.map((line) => line + eraseLine).join('\n')
    if (text === this.#drawn && !anew) return
    this.#drawn = text
    this.#lines = lines.length
    this.#channel.write(
      `${beginFrame}${hideCursor}\r${anew ? eraseBelow : ''}${text}${eraseBelow}${up(lines.length - 1)}\r${endFrame}`,
    )
  }

  /** The last picture stays, with the cursor below it. */
  end(): void {
    for (const stop of this.#stop) stop()
    this.draw(true)
    this.#leave()
  }

  #leave(): void {
    this.#channel.write(`${down(this.#lines - 1)}\r\n${showCursor}`)
  }
}
