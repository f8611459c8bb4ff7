/** Draws a step of a scenario: highlights, moving pulses and message bubbles. */
import type { Box, Hop } from '../../picture/picture.ts'
import { anchor } from '../view/bubble.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { drawn, element, prefersStill } from '../view/element.ts'
import { edgeOf, type Graph, nodeOf } from '../view/graph.ts'
import type { View } from '../view/view.ts'
import type { PlaybackState } from './playback.ts'
import { type PlayerStep, participantsOf, placesOf } from './steps.ts'

const marks = ['now', 'been', 'alarm', 'aside']

/** The reader prefers reduced motion. */

export class Scene {
  readonly #overlay: HTMLElement
  readonly #view: View
  #elements: DrawnElements | undefined
  #graph: Graph | undefined
  #pulses = drawn('g', { class: 'pulses', 'aria-hidden': 'true' })
  #motion = 0
  #bubble: { at: Box; shown: HTMLElement } | undefined

  constructor(overlay: HTMLElement, view: View) {
    this.#overlay = overlay
    this.#view = view
  }

  open(elements: DrawnElements, graph: Graph): void {
    this.clear()
    this.#elements = elements
    this.#graph = graph
    elements.svg.append(this.#pulses)
  }

  clear(): void {
    cancelAnimationFrame(this.#motion)
    this.#pulses.replaceChildren()
    this.#bubble?.shown.remove()
    this.#bubble = undefined
    this.#elements?.unmark(marks)
  }

  show({ steps, at: stepNumber, milliseconds, isUpdate }: PlaybackState): void {
    this.clear()
    const step = steps[stepNumber - 1]
    if (!step || !this.#elements) return

    const { frame } = step
    markParts(this.#elements, steps, stepNumber)
    // An edit or a hidden layer must not change the view.
    if (!isUpdate) this.#reveal(placesOf(frame))
    if (frame.kind === 'message' || frame.kind === 'error')
      this.#say(frame.cursor, frame.text, frame.kind)
    else if (frame.kind === 'send' && !isUpdate && !prefersStill())
      this.#move(frame.hops, milliseconds)
  }

  #reveal(keys: readonly string[]): void {
    for (const key of keys) {
      const box = this.#boxOf(key)
      if (box) this.#view.reveal(box)
    }
  }

  /** Repositions the bubble after the view has moved. */
  moved(): void {
    if (!this.#bubble) return
    const { at, shown } = this.#bubble
    const middle = at.x + at.width / 2
    const { x, y: top } = this.#view.place({ x: middle, y: at.y })
    const { y: bottom } = this.#view.place({ x: middle, y: at.y + at.height })
    anchor(shown, this.#overlay, { x, top, bottom })
  }

  /** The box of a node, or of its folded group. */
  #boxOf(key: string): Box | undefined {
    return this.#graph && this.#elements?.boxOf(this.#graph, nodeOf(key))
  }

  #say(key: string | null, text: string, kind: 'message' | 'error'): void {
    const at = this.#boxOf(key ?? '')
    if (!at) return
    const shown = element('div', { class: `bubble ${kind}`, 'aria-hidden': 'true' }, text)
    this.#overlay.append(shown)
    this.#bubble = { at, shown }
    this.moved()
  }

  #move(hops: readonly Hop[], milliseconds: number): void {
    const ways = hops.flatMap(({ edge, backwards }) => {
      const [shown] = this.#elements?.shown(edgeOf(edge ?? '')) ?? []
      const line = shown?.querySelector<SVGPathElement>('.line')
      if (!line) return []
      const pulse = drawn('circle', { class: 'runner', r: 6 })
      return [{ line, backwards, pulse, length: line.getTotalLength() }]
    })
    this.#pulses.replaceChildren(...ways.map(({ pulse }) => pulse))
    let began: number | undefined
    const draw = (now: number) => {
      began ??= now
      const share = Math.min(1, (now - began) / (milliseconds * 0.8))
      const eased = share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2
      for (const { line, backwards, pulse, length } of ways) {
        const { x, y } = line.getPointAtLength((backwards ? 1 - eased : eased) * length)
        pulse.setAttribute('transform', `translate(${x} ${y})`)
      }
      if (share < 1) this.#motion = requestAnimationFrame(draw)
    }
    this.#motion = requestAnimationFrame(draw)
  }
}

/** Marks what takes part in a step and in the steps before it; what never takes part is dimmed. */
function markParts(
  elements: DrawnElements,
  steps: readonly PlayerStep[],
  stepNumber: number,
): void {
  const step = steps[stepNumber - 1] as PlayerStep
  const allParts = partsOf(elements, steps)
  // Open groups are not dimmed: they would take their content with them.
  for (const [shape, group] of elements.shownElements())
    if (group === undefined && !allParts.has(shape)) shape.classList.add('aside')

  const isAlarm = step.frame.kind === 'error' || step.frame.kind === 'flash'
  const parts = partsOf(elements, [step])
  for (const shape of parts) shape.classList.add(isAlarm ? 'alarm' : 'now')

  const { edges } = participantsOf(steps.slice(0, stepNumber - 1))
  for (const shape of elements.allOf([], edges)) {
    if (!parts.has(shape)) shape.classList.add('been')
  }
}

function partsOf(elements: DrawnElements, steps: readonly PlayerStep[]): ReadonlySet<SVGElement> {
  const { nodes, edges } = participantsOf(steps)
  return elements.allOf(nodes, edges)
}
