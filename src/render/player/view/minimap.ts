/** A small map of the whole picture with the shown part; a press moves the view there. Keys do the same, so screen readers skip it. */
import type { Box, Picture } from '../../picture/picture.ts'
import { drawn, element, write } from './element.ts'
import { blank, inside } from './fit.ts'
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
      view.center({
        x: (event.clientX - left) / this.#scale,
        y: (event.clientY - top) / this.#scale,
      })
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

  show({ nodes, width, height }: Picture): void {
    this.#size = { width, height }
    this.#scale = Math.min(most.width / width, most.height / height)
    write(this.#svg, {
      width: width * this.#scale,
      height: height * this.#scale,
      viewBox: `0 0 ${width} ${height}`,
    })
    const [frames, boxes] = [true, false].map((isFrame) =>
      nodes
        .filter((node) => node.isFrame === isFrame)
        .map(rectangle)
        .join(''),
    )
    write(this.#frames, { d: frames })
    write(this.#nodes, { d: boxes })
    this.moved()
  }

  /** Hidden while the whole picture is shown. */
  moved(): void {
    const part = shownPart(this.#view.shown, this.#size)
    if (this.box.hidden !== (part === undefined)) this.box.hidden = part === undefined
    if (part) write(this.#shown, { ...part })
  }
}

/** The part of a picture that the stage shows; undefined if it shows all that is drawn. */
export function shownPart(shown: Box, size: { width: number; height: number }): Box | undefined {
  const part = inside(shown, size)
  const { x, y, width, height } = part
  const startsBefore = Math.max(x, y) <= blank
  const endsAcross = x + width >= size.width - blank
  const endsDown = y + height >= size.height - blank
  const isWhole = startsBefore && endsAcross && endsDown
  return isWhole ? undefined : part
}

const rectangle = ({ x, y, width, height }: Box): string =>
  `M${x.toFixed(0)} ${y.toFixed(0)}h${width.toFixed(0)}v${height.toFixed(0)}h${(-width).toFixed(0)}z`
