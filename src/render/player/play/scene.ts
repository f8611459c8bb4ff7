/** Draws a step of a scenario: highlights, moving pulses and message bubbles. */
import type { Box, Hop, Picture } from '../../picture/picture.ts'
import { anchor } from '../view/bubble.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { drawn, element } from '../view/element.ts'
import type { View } from '../view/view.ts'
import type { PlaybackState } from './playback.ts'
import { type PlayerStep, participantsOf, placesOf } from './steps.ts'

const marks = ['now', 'been', 'alarm', 'aside']

/** The reader prefers reduced motion. */
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

export class Scene {
  readonly #overlay: HTMLElement
  readonly #view: View
  #elements: DrawnElements | undefined
  #boxes = new Map<string, Box>()
  #pulses = drawn('g', { class: 'pulses', 'aria-hidden': 'true' })
  #motion = 0
  #bubble: { at: Box; shown: HTMLElement } | undefined

  constructor(overlay: HTMLElement, view: View) {
    this.#overlay = overlay
    this.#view = view
  }

  open(elements: DrawnElements, { nodes }: Picture): void {
    this.clear()
    this.#elements = elements
    this.#boxes = new Map(nodes.map((node) => [node.key, node]))
    elements.svg.append(this.#pulses)
  }

  clear(): void {
    cancelAnimationFrame(this.#motion)
    this.#pulses.replaceChildren()
    this.#bubble?.shown.remove()
    this.#bubble = undefined
    for (const one of this.#elements?.svg.querySelectorAll(marks.map((mark) => `.${mark}`).join()) ?? []) {
      one.classList.remove(...marks)
    }
  }

  show({ steps, at, milliseconds, isUpdate }: PlaybackState): void {
    this.clear()
    const frame = steps[at - 1]?.frame
    if (!frame) return
    this.#dimOthers(steps)
    for (const { frame } of steps.slice(0, at - 1)) {
      for (const { edge } of frame.kind === 'send' ? frame.hops : []) this.#mark('edges', edge, 'been')
    }
    // An edit or a hidden layer must not change the view.
    if (!isUpdate) for (const key of placesOf(frame)) this.#reveal(key)
    switch (frame.kind) {
      case 'send':
        for (const { from, to, edge } of frame.hops) {
          this.#mark('nodes', from, 'now')
          this.#mark('nodes', to, 'now')
          this.#mark('edges', edge, 'now')
        }
        if (!isUpdate && !reducedMotion.matches) this.#move(frame.hops, milliseconds)
        return
      case 'message':
      case 'error':
        this.#mark('nodes', frame.cursor, frame.kind === 'error' ? 'alarm' : 'now')
        this.#say(frame.cursor, frame.text, frame.kind)
        return
      case 'flash':
        this.#mark('nodes', frame.node, 'alarm')
    }
  }

  /** Repositions the bubble after the view has moved. */
  moved(): void {
    if (!this.#bubble) return
    const { at, shown } = this.#bubble
    const { x, y: top } = this.#view.place({ x: at.x + at.width / 2, y: at.y })
    const { y: bottom } = this.#view.place({ x: at.x, y: at.y + at.height })
    anchor(shown, this.#overlay, { x, top, bottom })
  }

  #mark(among: 'nodes' | 'edges', name: string | null, mark: string): void {
    const type = among === 'nodes' ? 'node' : 'edge'
    for (const one of name === null ? [] : (this.#elements?.shown({ type, id: name }) ?? [])) {
      one.classList.remove('been')
      one.classList.add(mark)
    }
  }

  #dimOthers(steps: readonly PlayerStep[]): void {
    const elements = this.#elements
    if (!elements) return
    const { nodes, edges } = participantsOf(steps)
    const parts = new Set<SVGElement>()
    for (const id of nodes) for (const one of elements.shown({ type: 'node', id })) parts.add(one)
    for (const id of edges) for (const one of elements.shown({ type: 'edge', id })) parts.add(one)
    const others = function* () {
      for (const [, all] of elements.shownNodes()) {
        // Open frames are not dimmed: they would take their content with them.
        if (all.some(({ classList }) => classList.contains('node') || classList.contains('shut'))) yield* all
      }
      for (const [, all] of elements.shownEdges()) yield* all
    }
    for (const one of others()) if (!parts.has(one)) one.classList.add('aside')
  }

  #reveal(key: string): void {
    const box = this.#boxOf(key)
    if (box) this.#view.reveal(box)
  }

  /** The box of a node, or of its folded group. */
  #boxOf(key: string): Box | undefined {
    return this.#boxes.get(this.#elements?.shownKey(key) ?? key)
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
      const line = this.#elements
        ?.shown({ type: 'edge', id: edge ?? '' })[0]
        ?.querySelector<SVGPathElement>('.line')
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
