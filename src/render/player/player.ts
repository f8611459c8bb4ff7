/** The player: shows a diagram with layers, zoom, comments and scenario playback. */
import type { Picture } from '../picture.ts'
import { button, element } from './element.ts'
import { Gestures } from './gestures.ts'
import { Layers } from './layers.ts'
import { Playback } from './playback.ts'
import { type Remark, Remarks } from './remarks.ts'
import { Scene } from './scene.ts'
import { View } from './view.ts'

export interface PlayerOptions {
  readonly remarks?: readonly Remark[]
  /** True if the page shows only the picture. */
  readonly whole: boolean
}

const help =
  'Diagram. Arrow keys: move. Plus, minus: zoom. 0: show all. Space: play or pause. Comma, full stop: previous or next step.'

export class Player {
  readonly #stage: HTMLElement
  readonly #drawing = element('div', { class: 'drawing' })
  readonly #view: View
  readonly #layers: Layers
  readonly #playback: Playback
  readonly #scene: Scene
  readonly #remarks: Remarks
  #picture: Picture | undefined
  #svg: SVGSVGElement | undefined

  /** Replaces the content of the host. */
  constructor(host: HTMLElement, { remarks = [], whole }: PlayerOptions) {
    this.#stage = element('div', { class: 'stage', tabindex: 0, role: 'group', 'aria-label': help })
    const overlay = element('div', { class: 'overlay' })
    this.#view = new View(this.#stage, this.#drawing, () => this.#moved())
    new Gestures({ stage: this.#stage, view: this.#view, whole, click: () => {}, doubleClick: () => {} })
    this.#scene = new Scene(overlay, this.#view)
    this.#remarks = new Remarks(overlay, this.#view, remarks)
    this.#layers = new Layers(() => this.#filter())
    this.#playback = new Playback((shown) => this.#scene.show(shown))
    this.#stage.addEventListener('keydown', (event) => this.#key(event))
    const zoom = element(
      'div',
      { class: 'buttons zoom', role: 'group', 'aria-label': 'Zoom' },
      button('closer', 'Zoom in', () => this.#view.zoom(1.4)),
      button('farther', 'Zoom out', () => this.#view.zoom(1 / 1.4)),
      button('whole', 'Show all', () => this.#view.fit()),
    )
    this.#stage.append(this.#drawing, overlay)
    const frame = element('div', { class: 'framed' }, this.#stage, zoom)
    host.classList.toggle('whole', whole)
    host.replaceChildren(this.#layers.box, frame, this.#playback.box)
  }

  /** Shows a picture; keeps the selected scenario, hidden layers, view and playback position. */
  show(picture: Picture, svg: SVGSVGElement): void {
    this.#picture = picture
    this.#svg = svg
    const [, , width = 1, height = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
    svg.setAttribute('width', String(width))
    svg.setAttribute('height', String(height))
    this.#layers.show(picture)
    this.#scene.open(svg, picture)
    this.#view.show({ width, height })
    this.#remarks.show(picture)
    this.#filter()
    // Insert the SVG last: before that, reading sizes does not have to wait for its layout.
    this.#drawing.replaceChildren(svg)
  }

  /** Resets view and playback before an unrelated picture. */
  forget(): void {
    this.#view.fit()
    this.#playback.forget()
  }

  #filter(): void {
    if (!this.#picture || !this.#svg) return
    const isShown = (layers: readonly number[]) => this.#layers.isShown(layers)
    this.#layers.apply(this.#svg)
    this.#remarks.filter(isShown)
    this.#playback.open(this.#picture, isShown)
  }

  #moved(): void {
    this.#scene.moved()
    this.#remarks.moved()
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#stage || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === ' ') this.#playback.toggle()
    else if (key === ',') this.#playback.step(-1)
    else if (key === '.') this.#playback.step(1)
    else return
    event.preventDefault()
  }
}
