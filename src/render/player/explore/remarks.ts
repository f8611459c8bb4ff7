/** Shows comments on nodes and edges: a pin that opens a bubble. */

import { groupedBy } from '../../../grouped.ts'
import { counted } from '../../../text/words.ts'
import type { Point } from '../../picture/picture.ts'
import { anchor } from '../view/bubble.ts'
import { element } from '../view/element.ts'
import { edgeOf, type Graph, isSameSubject, nodeOf, type Subject } from '../view/graph.ts'
import { longestMiddle } from '../view/middle.ts'
import type { View } from '../view/view.ts'

export interface Remark {
  /** Id of a node or of an edge. */
  readonly on: Subject
  readonly author: string
  readonly text: string
}

const pinHeight = 24

interface Pin {
  readonly at: Point
  readonly on: Subject
  readonly shown: HTMLButtonElement
}

export class Remarks {
  readonly #overlay: HTMLElement
  readonly #view: View
  readonly #remarks: readonly Remark[]
  /** With the keys of their nodes. */
  #placed: readonly Remark[] = []
  #pins: readonly Pin[] = []
  #open: { pin: Pin; shown: HTMLElement } | undefined

  constructor(overlay: HTMLElement, view: View, remarks: readonly Remark[]) {
    this.#overlay = overlay
    this.#view = view
    this.#remarks = remarks
    overlay.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#open) return
      this.#open.pin.shown.focus()
      this.#close()
    })
  }

  /** A comment on what no longer exists has no pin; the page still lists it. */
  show(graph: Graph): void {
    this.#close()
    for (const { shown } of this.#pins) shown.remove()
    this.#placed = this.#remarks.flatMap(({ on: { type, id }, ...said }) => {
      const on = type === 'node' ? nodeOf(graph.find(id) ?? id) : edgeOf(id)
      return graph.has(on) ? [{ ...said, on }] : []
    })
    const places = groupedBy(this.#placed, ({ on }) => JSON.stringify(on))
    this.#pins = [...places.values()].map((remarks) => this.#pin(graph, remarks))
    this.#overlay.append(...this.#pins.map(({ shown }) => shown))
    this.moved()
  }

  of(subject: Subject): readonly Remark[] {
    return this.#placed.filter(({ on }) => isSameSubject(on, subject))
  }

  moved(): void {
    for (const { at, shown } of this.#pins) moveTo(shown, this.#view.place(at))
    if (!this.#open) return
    const { x, y } = this.#view.place(this.#open.pin.at)
    anchor(this.#open.shown, this.#overlay, { x, top: y - pinHeight, bottom: y })
  }

  /** Hides pins of hidden elements. */
  filter(isVisible: (subject: Subject) => boolean): void {
    for (const { on, shown } of this.#pins) shown.hidden = !isVisible(on)
    if (this.#open?.pin.shown.hidden) this.#close()
  }

  #pin(graph: Graph, remarks: readonly Remark[]): Pin {
    const { on } = remarks[0] as Remark
    const shown = element(
      'button',
      {
        type: 'button',
        class: 'pin',
        'aria-expanded': 'false',
        'aria-label': `${counted(remarks.length, 'comment')} on ${graph.nameOf(on)}`,
      },
      String(remarks.length),
    )
    const { x = 0, y = 0 } = graph.nodes.get(on.id) ?? {}
    const points = graph.edges.get(on.id)?.points ?? []
    const at = on.type === 'node' ? { x, y } : longestMiddle(points)
    const pin = { at, on, shown }
    shown.addEventListener('click', () => {
      const isOpen = this.#open?.pin === pin
      this.#close()
      if (!isOpen) this.#show(pin, remarks)
    })
    return pin
  }

  #show(pin: Pin, remarks: readonly Remark[]): void {
    const words = remarks.map(({ author, text }) =>
      element('p', {}, element('b', {}, author), ` ${text}`),
    )
    const shown = element('div', { class: 'bubble remarks', role: 'note' }, ...words)
    pin.shown.setAttribute('aria-expanded', 'true')
    pin.shown.after(shown)
    this.#open = { pin, shown }
    this.moved()
  }

  #close(): void {
    this.#open?.pin.shown.setAttribute('aria-expanded', 'false')
    this.#open?.shown.remove()
    this.#open = undefined
  }
}

function moveTo(shown: HTMLElement, { x, y }: Point): void {
  shown.style.left = `${x}px`
  shown.style.top = `${y}px`
}
