/** A small map of the whole picture with the shown part; a press moves the view there. Keys do the same, so screen readers skip it. */
import type { Box, Picture } from '../../picture/picture.ts'
import { drawn, element } from './element.ts'
import type { View } from './view.ts'

/** Largest size in pixels. */
const most = { width: 168, height: 120 }

export class Minimap {
  readonly box = element('div', { class: 'minimap', 'aria-hidden': 'true', hidden: true })
  readonly #view: View
  readonly #svg = drawn('svg', {})
  readonly #frames = drawn('path', { class: 'frames' })
  readonly #nodes = drawn('path', { class: 'nodes' })
  readonly #shown = drawn('rect', { class: 'shown' })
  #size = { width: 1, height: 1 }
  #scale = 1

  constructor(view: View) {
    this.#view = view
    this.#svg.append(this.#frames, this.#nodes, this.#shown)
    this.box.append(this.#svg)
    const move = (event: PointerEvent) => {
      const { left, top } = this.#svg.getBoundingClientRect()
      view.center({ x: (event.clientX - left) / this.#scale, y: (event.clientY - top) / this.#scale })
    }
    this.box.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      event.preventDefault()
      this.box.setPointerCapture(event.pointerId)
      move(event)
    })
    this.box.addEventListener('pointermove', (event) => {
      if (this.box.hasPointerCapture(event.pointerId)) move(event)
    })
  }

  show({ nodes }: Picture, size: { width: number; height: number }): void {
    this.#size = size
    this.#scale = Math.min(most.width / size.width, most.height / size.height)
    const [width, height] = [size.width * this.#scale, size.height * this.#scale]
    for (const [name, value] of [
      ['width', width],
      ['height', height],
    ] as const)
      this.#svg.setAttribute(name, value.toFixed(1))
    this.#svg.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
    this.#frames.setAttribute(
      'd',
      nodes
        .filter(({ isFrame }) => isFrame)
        .map(rectangle)
        .join(''),
    )
    this.#nodes.setAttribute(
      'd',
      nodes
        .filter(({ isFrame }) => !isFrame)
        .map(rectangle)
        .join(''),
    )
    this.moved()
  }

  /** Hidden while the whole picture is shown. */
  moved(): void {
    const { x, y, width, height } = this.#view.shown
    const [left, top] = [Math.max(0, x), Math.max(0, y)]
    const [right, bottom] = [Math.min(this.#size.width, x + width), Math.min(this.#size.height, y + height)]
    const isWhole = left <= 1 && top <= 1 && right >= this.#size.width - 1 && bottom >= this.#size.height - 1
    if (this.box.hidden !== isWhole) this.box.hidden = isWhole
    if (isWhole) return
    const part = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
    for (const [name, value] of Object.entries(part)) this.#shown.setAttribute(name, value.toFixed(1))
  }
}

const rectangle = ({ x, y, width, height }: Box): string =>
  `M${x.toFixed(0)} ${y.toFixed(0)}h${width.toFixed(0)}v${height.toFixed(0)}h${(-width).toFixed(0)}z`
