/** Shows comments on nodes and edges: a pin that opens a bubble. */

import { groupedBy } from '../../../grouped.ts'
import { counted } from '../../../text/words.ts'
import type { Picture, Point } from '../../picture/picture.ts'
import { anchor } from '../view/bubble.ts'
import { element } from '../view/element.ts'
import type { Subject } from '../view/graph.ts'
import { longestMiddle } from '../view/middle.ts'
import type { View } from '../view/view.ts'

export interface Remark {
  /** Id of a node or of an edge. */
  readonly on: { readonly type: 'node' | 'edge'; readonly id: string }
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
  #pins: Pin[] = []
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

  show(picture: Picture): void {
    this.#close()
    for (const { shown } of this.#pins) shown.remove()
    const places = groupedBy(this.#remarks, ({ on: { type, id } }) => JSON.stringify([type, id]))
    this.#pins = [...places.values()].flatMap((remarks) => this.#pin(picture, remarks))
    this.#overlay.append(...this.#pins.map(({ shown }) => shown))
    this.moved()
  }

  /** Comments on a node or a connection. @param names key and id of the node */
  of(type: 'node' | 'edge', names: readonly string[]): readonly Remark[] {
    return this.#remarks.filter(({ on }) => on.type === type && names.includes(on.id))
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

  #pin(picture: Picture, remarks: readonly Remark[]): Pin[] {
    const place = placeOf(picture, remarks[0] as Remark)
    // The element no longer exists; the page still lists the comment.
    if (!place) return []
    const shown = element(
      'button',
      {
        type: 'button',
        class: 'pin',
        'aria-expanded': 'false',
        'aria-label': `${counted(remarks.length, 'comment')} on ${place.name}`,
      },
      String(remarks.length),
    )
    const pin = { at: place.at, on: place.on, shown }
    shown.addEventListener('click', () => {
      const isOpen = this.#open?.pin === pin
      this.#close()
      if (!isOpen) this.#show(pin, remarks)
    })
    return [pin]
  }

  #show(pin: Pin, remarks: readonly Remark[]): void {
    const words = remarks.map(({ author, text }) => element('p', {}, element('b', {}, author), ` ${text}`))
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

function placeOf({ nodes, edges }: Picture, { on: { type, id } }: Remark) {
  if (type === 'node') {
    const node = nodes.find((one) => one.id === id || one.key === id)
    const on: Subject = { type, id: node?.key ?? id }
    return node && { name: node.label, at: { x: node.x, y: node.y }, on }
  }
  const edge = edges.find((one) => one.id === id)
  if (!edge) return undefined
  const labels = new Map(nodes.map(({ key, label }) => [key, label]))
  const name = `${labels.get(edge.from) ?? '?'} → ${labels.get(edge.to) ?? '?'}`
  const on: Subject = { type, id }
  return { name, at: longestMiddle(edge.points), on }
}

function moveTo(shown: HTMLElement, { x, y }: Point): void {
  shown.style.left = `${x}px`
  shown.style.top = `${y}px`
}
