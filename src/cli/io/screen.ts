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
type ScreenContent = (size: { width: number; height: number }) => string[]

export function openScreen(channel: Channel, content: ScreenContent): { draw(): void; end(): void } {
  let [isEntered, isEnded] = [false, false]
  const lines = () => content({ width: channel.width ?? 80, height: channel.height })
  /** Overwrites the lines in place, so nothing flickers; other output on the screen is erased. */
  const draw = () => {
    if (isEnded) return
    const text = lines()
      .map((line) => line + eraseLine)
      .join('\r\n')
    const first = isEntered ? '' : enter
    isEntered = true
    channel.write(`${first}${beginFrame}${home}${text}${eraseBelow}${home}${endFrame}`)
  }
  const restore = () => {
    if (isEntered) channel.write(leave)
    isEntered = false
  }
  process.on('exit', restore)
  const stops = [channel.onResize(draw), onSuspend(restore, draw), () => void process.off('exit', restore)]
  const end = () => {
    isEnded = true
    for (const stop of stops) stop()
    restore()
    for (const line of lines()) channel.line(line)
  }
  return { draw, end }
}
