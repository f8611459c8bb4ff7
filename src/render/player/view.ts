/** Pans and zooms a diagram by pointer, wheel, pinch and keys. */
import type { Box, Point } from '../picture.ts'

const maxScale = 6
const keyStep = 60
/** Margin around a revealed element, in pixels. */
const rim = 24
const keyZoom = 1.25

export class View {
  /** Upper left corner of the stage in picture units, and pixels per unit. */
  #corner: Point = { x: 0, y: 0 }
  #scale = 1
  /** True until the user moves or zooms: the picture is fitted to the stage. */
  #whole = true
  #svg: SVGSVGElement | undefined
  #size = { width: 1, height: 1 }
  readonly #pointers = new Map<number, Point>()
  readonly #stage: HTMLElement
  readonly #moved: () => void
  readonly #eager: boolean

  /** @param eager the wheel zooms without a modifier key, because the page does not scroll */
  constructor(stage: HTMLElement, moved: () => void, eager: boolean) {
    this.#stage = stage
    this.#moved = moved
    this.#eager = eager
    stage.addEventListener('wheel', (event) => this.#wheel(event), { passive: false })
    stage.addEventListener('pointerdown', (event) => this.#down(event))
    stage.addEventListener('pointermove', (event) => this.#drag(event))
    for (const end of ['pointerup', 'pointercancel'] as const) {
      stage.addEventListener(end, ({ pointerId }) => this.#pointers.delete(pointerId))
    }
    stage.addEventListener('keydown', (event) => this.#key(event))
    new ResizeObserver(() => this.#draw()).observe(stage)
  }

  /** Replaces the drawing and keeps the view. */
  show(svg: SVGSVGElement, size: { width: number; height: number }): void {
    this.#svg = svg
    this.#size = size
    this.#draw()
  }

  fit(): void {
    this.#whole = true
    this.#draw()
  }

  zoom(
    by: number,
    around: Point = { x: this.#stage.clientWidth / 2, y: this.#stage.clientHeight / 2 },
  ): void {
    const scale = Math.min(maxScale, Math.max(this.#fitting() / 4, this.#scale * by))
    const { x, y } = this.#corner
    this.#whole = false
    this.#corner = {
      x: x + around.x / this.#scale - around.x / scale,
      y: y + around.y / this.#scale - around.y / scale,
    }
    this.#scale = scale
    this.#draw()
  }

  /** Converts picture coordinates to pixels on the stage. */
  place({ x, y }: Point): Point {
    return { x: (x - this.#corner.x) * this.#scale, y: (y - this.#corner.y) * this.#scale }
  }

  /** Scrolls just enough to show a box. */
  reveal(box: Box): void {
    if (this.#whole) return
    const { x, y } = this.place(box)
    const beyond = (at: number, length: number, room: number) => {
      const [before, behind] = [at - rim, at + length + rim - room]
      return before < 0 ? before : behind > 0 ? Math.min(behind, before) : 0
    }
    const { clientWidth, clientHeight } = this.#stage
    const dx = beyond(x, box.width * this.#scale, clientWidth)
    const dy = beyond(y, box.height * this.#scale, clientHeight)
    if (dx !== 0 || dy !== 0) this.#pan(dx, dy)
  }

  #pan(dx: number, dy: number): void {
    this.#whole = false
    this.#corner = { x: this.#corner.x + dx / this.#scale, y: this.#corner.y + dy / this.#scale }
    this.#draw()
  }

  #fitting(): number {
    const { clientWidth, clientHeight } = this.#stage
    return Math.max(0.02, Math.min(clientWidth / this.#size.width, clientHeight / this.#size.height, 1.6))
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#stage
    if (!this.#svg || width === 0 || height === 0) return
    if (this.#whole) {
      this.#scale = this.#fitting()
      this.#corner = {
        x: (this.#size.width - width / this.#scale) / 2,
        y: (this.#size.height - height / this.#scale) / 2,
      }
    }
    const { x, y } = this.#corner
    this.#svg.setAttribute('viewBox', [x, y, width / this.#scale, height / this.#scale].join(' '))
    this.#moved()
  }

  #wheel(event: WheelEvent): void {
    const meant = this.#eager || event.ctrlKey || event.metaKey || document.activeElement === this.#stage
    if (!meant) return
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : 1
    this.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 500)), this.#at(event))
  }

  #at({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.#stage.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest('button, .bubble')) return
    this.#stage.setPointerCapture(event.pointerId)
    this.#pointers.set(event.pointerId, this.#at(event))
  }

  #drag(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (!before) return
    const now = this.#at(event)
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.#pointers.set(event.pointerId, now)
    if (other) {
      const [was, is] = [before, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y)) as [
        number,
        number,
      ]
      if (was > 0) this.zoom(is / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    }
    const share = other ? 2 : 1
    this.#pan((before.x - now.x) / share, (before.y - now.y) / share)
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#stage || event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.#pan(-keyStep, 0),
      ArrowRight: () => this.#pan(keyStep, 0),
      ArrowUp: () => this.#pan(0, -keyStep),
      ArrowDown: () => this.#pan(0, keyStep),
      '+': () => this.zoom(keyZoom),
      '=': () => this.zoom(keyZoom),
      '-': () => this.zoom(1 / keyZoom),
      '0': () => this.fit(),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
}
