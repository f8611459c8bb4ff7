/** The player: a drawing that is looked at, layer by layer, and whose scenarios play. */
import type { Picture } from '../picture.ts'
import { button, element } from './element.ts'
import { Layers } from './layers.ts'
import { Playback } from './playback.ts'
import { type Remark, Remarks } from './remarks.ts'
import { Scene } from './scene.ts'
import { View } from './view.ts'

export interface PlayerOptions {
  readonly remarks?: readonly Remark[]
  /** The page is there for the picture alone. */
  readonly whole: boolean
}

const help =
  'Diagram. Arrow keys move it, plus and minus zoom, 0 shows all of it, space plays, comma and full stop go step by step.'

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

  /** Whatever the host holds is replaced. */
  constructor(host: HTMLElement, { remarks = [], whole }: PlayerOptions) {
    this.#stage = element('div', { class: 'stage', tabindex: 0, role: 'group', 'aria-label': help })
    const overlay = element('div', { class: 'overlay' })
    this.#view = new View(this.#stage, () => this.#moved(), whole)
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

  /** Draws this; what was chosen, hidden, moved and played stays so, as far as it is still there. */
  show(picture: Picture, svg: SVGSVGElement): void {
    this.#picture = picture
    this.#svg = svg
    svg.removeAttribute('width')
    svg.removeAttribute('height')
    const [, , width = 1, height = 1] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
    this.#layers.show(picture)
    this.#scene.open(svg, picture)
    this.#view.show(svg, { width, height })
    this.#remarks.show(picture)
    this.#filter()
    // Last: until it is in the page, nothing that is asked of the page has to wait for its layout.
    this.#drawing.replaceChildren(svg)
  }

  /** What comes next is something else: it is seen as a whole, and nothing of the last one plays on. */
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
