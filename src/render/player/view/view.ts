/** The view of a diagram: which part the stage shows, and at which scale. Moves the drawing by a CSS transform. */

import type { Size } from '../../picture/direction.ts'
import { centerOf, expand, moved } from '../../picture/geometry.ts'
import type { Box, Point } from '../../picture/picture.ts'
import { prefersStill } from './element.ts'
import { beyond, cornerAround, cornerAt, fitPicture, growthOf, inside } from './fit.ts'

const maxScale = 6
/** Margin around a revealed element, in pixels. */
const rim = 24
/** An element that is gone to is drawn at least this large. */
const readable = 0.8
const flightMs = 260
/** A moved layer keeps its pixels; after a zoom it is drawn again, so that texts are sharp. */
const settleMs = 160
/** Pixels of the buttons at the upper edge. */
const buttonRow = 40

/** Pixels of the stage that something covers, such as the card. */
export type Insets = Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>

const noInsets: Insets = { left: 0, right: 0, top: 0, bottom: 0 }

/** Below this scale, the texts of connections have less than 6 pixels, and are left out; names of boxes grow. */
const detailed = 6 / 10.5

export class View {
  /** Upper left corner of the stage in picture units, and pixels per unit. */
  #corner: Point = { x: 0, y: 0 }
  #scale = 1
  /** True until the user moves or zooms: the picture is fitted to the stage. */
  #whole = true
  /** While it is fitted, the scale is not below this one; then the stage shows a part, with this point. */
  #start = { least: 0, at: { x: 0, y: 0 } }
  /** Size of the picture; undefined until the first one. */
  #size: Size | undefined
  #room = { width: 0, height: 0 }
  #insets = noInsets
  /** Buttons on the stage. */
  #buttons: readonly HTMLElement[] = []
  #covered: readonly Box[] = []
  #flight = 0
  #settle: ReturnType<typeof setTimeout> | undefined
  readonly #sizes = new ResizeObserver(() => {
    this.#measure()
    this.#draw()
    if (this.#whole) this.#scaled()
  })
  readonly #stage: HTMLElement
  readonly #drawing: HTMLElement
  readonly #moved: () => void
  readonly #scaled: () => void

  /** @param scaled called after the end of a zoom */
  constructor(stage: HTMLElement, drawing: HTMLElement, onMoved: () => void, scaled: () => void) {
    this.#stage = stage
    this.#drawing = drawing
    this.#moved = onMoved
    this.#scaled = scaled
    this.#sizes.observe(stage)
    // The browser scrolls a focused element into view; only the transform may move the drawing.
    stage.addEventListener('scroll', () => stage.scrollTo(0, 0))
  }

  /** Replaces the drawing and keeps the view. */
  show(size: Size): void {
    this.#size = size
    if (this.#room.width === 0) this.#measure()
    this.#draw()
  }

  /** Keeps revealed elements out of the covered part. */
  cover(insets?: Partial<Insets>): void {
    this.#insets = insets ? { ...noInsets, ...insets } : noInsets
  }

  /** Keeps the picture beside these buttons while it is shown as a whole. */
  keepClear(buttons: readonly HTMLElement[]): void {
    this.#buttons = buttons
    // They get wider when a picture has groups.
    for (const one of buttons) this.#sizes.observe(one)
  }

  get scale(): number {
    return this.#scale
  }

  /** The shown part in picture units. */
  get shown(): Box {
    const { width, height } = this.#room
    return { ...this.#corner, width: width / this.#scale, height: height / this.#scale }
  }

  /** The shown part of the picture, without the empty stage around it. */
  get seen(): Box {
    return inside(this.shown, this.#size ?? this.#room)
  }

  /** The stage in pixels. */
  get room(): Size {
    if (this.#room.width === 0) this.#measure()
    return this.#room
  }

  /** The scale at which all of a picture is shown. */
  scaleOf(size: Size): number {
    return fitPicture(size, this.room, this.#covered).scale
  }

  /** Shows all, or around a point what fits at a scale at which it reads. */
  open(least: number, at: Point): void {
    this.#start = { least, at }
    this.#whole = true
    this.#land()
    this.#draw()
    // A page has names in its first frame.
    this.#scaled()
  }

  fit(): void {
    this.open(0, this.#start.at)
  }

  /** @param around a point of the stage in pixels, which stays in place */
  zoom(by: number, around: Point = centerOf({ x: 0, y: 0, ...this.#room })): void {
    const least = this.#fitting().scale / 4
    const scale = Math.min(maxScale, Math.max(least, this.#scale * by))
    this.#set(cornerAround(around, this.#corner, this.#scale, scale), scale)
  }

  /** @param dx in pixels */
  pan(dx: number, dy: number): void {
    const corner = moved(this.#corner, { x: dx / this.#scale, y: dy / this.#scale })
    this.#set(corner, this.#scale)
  }

  /** Converts picture coordinates to pixels on the stage. */
  place({ x, y }: Point): Point {
    return {
      x: (x - this.#corner.x) * this.#scale,
      y: (y - this.#corner.y) * this.#scale,
    }
  }

  /** Converts pixels on the stage to picture coordinates. */
  pointAt({ x, y }: Point): Point {
    return moved(this.#corner, { x: x / this.#scale, y: y / this.#scale })
  }

  /** Scrolls just enough to show a box. */
  reveal(box: Box): void {
    const isAllShown = this.#whole && this.#fitting().scale >= this.#start.least
    if (isAllShown && this.#insets === noInsets) return
    const { x, y } = this.place(box)
    const { left, right, top, bottom } = this.#insets
    const width = box.width * this.#scale + 2 * rim
    const height = box.height * this.#scale + 2 * rim
    const dx = beyond(x - rim, width, left, this.#room.width - right)
    const dy = beyond(y - rim, height, top, this.#room.height - bottom)
    if (dx !== 0 || dy !== 0) this.pan(dx, dy)
  }

  /** Moves to a box, and closer if it would be too small to read or too large to see. */
  goTo(box: Box): void {
    const { left, right, top, bottom } = this.#insets
    const room = {
      width: this.#room.width - left - right,
      height: this.#room.height - top - bottom,
    }
    const shown = expand(box, rim)
    const most = Math.min(room.width / shown.width, room.height / shown.height)
    const scale = Math.min(
      maxScale,
      Math.max(0.02, Math.min(most, Math.max(readable, this.#scale))),
    )
    const center = centerOf({ x: left, y: top, ...room })
    const toCorner = { x: -center.x / scale, y: -center.y / scale }
    const corner = moved(centerOf(box), toCorner)
    this.#fly(corner, scale)
  }

  /** Remembers the view. Call the result to come back to it. */
  bookmark(): () => void {
    const corner = this.#corner
    const scale = this.#scale
    const isWhole = this.#whole
    const { least, at } = this.#start
    return () => (isWhole ? this.open(least, at) : this.#fly(corner, scale))
  }

  /** Centres the stage on a point of the picture. */
  center({ x, y }: Point): void {
    const { width, height } = this.#room
    const corner = {
      x: x - width / 2 / this.#scale,
      y: y - height / 2 / this.#scale,
    }
    this.#set(corner, this.#scale)
  }

  #set(corner: Point, scale: number): void {
    this.#land()
    this.#whole = false
    this.#corner = corner
    this.#scale = scale
    this.#draw()
  }

  /** Without motion if the reader prefers that. */
  #fly(corner: Point, scale: number): void {
    const from = { ...this.#corner, scale: this.#scale }
    if (prefersStill() || document.hidden) {
      this.#set(corner, scale)
      return
    }
    this.#land()
    this.#whole = false
    let began: number | undefined
    const { width, height } = this.#room
    const middleOf = ({ x, y }: Point, scaleThere: number) => ({
      x: x + width / 2 / scaleThere,
      y: y + height / 2 / scaleThere,
    })
    const start = middleOf(from, from.scale)
    const end = middleOf(corner, scale)
    const frame = (now: number) => {
      began ??= now
      const share = Math.min(1, (now - began) / flightMs)
      const eased = 1 - (1 - share) ** 3
      const between = (a: number, b: number) => a + (b - a) * eased
      this.#scale = between(from.scale, scale)
      // The middle of the stage goes straight.
      this.#corner = {
        x: between(start.x, end.x) - width / 2 / this.#scale,
        y: between(start.y, end.y) - height / 2 / this.#scale,
      }
      this.#draw()
      this.#flight = share < 1 ? requestAnimationFrame(frame) : 0
    }
    this.#flight = requestAnimationFrame(frame)
  }

  #land(): void {
    cancelAnimationFrame(this.#flight)
    this.#flight = 0
  }

  #measure(): void {
    this.#room = { width: this.#stage.clientWidth, height: this.#stage.clientHeight }
    const { left, top } = this.#stage.getBoundingClientRect()
    this.#covered = this.#buttons.flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return width === 0 ? [] : { x: x - left, y: y - top, width, height }
    })
  }

  #fitting() {
    return fitPicture(this.#size ?? { width: 1, height: 1 }, this.#room, this.#covered)
  }

  #draw(): void {
    const { width, height } = this.#room
    if (!this.#size || width === 0 || height === 0) return
    if (this.#whole) {
      const { scale, left, top } = this.#fitting()
      const { least, at } = this.#start
      this.#scale = Math.max(scale, least)
      this.#corner =
        scale >= least
          ? { x: -left / scale, y: -top / scale }
          : cornerAt(at, this.#size, this.shown, buttonRow / this.#scale)
    }
    const { x, y } = this.place({ x: 0, y: 0 })
    const { style, dataset } = this.#drawing
    const transform = `translate(${x}px,${y}px) scale(${this.#scale})`
    const isScaled = !style.transform.endsWith(`scale(${this.#scale})`)
    style.transform = transform
    dataset.detail = this.#scale < detailed ? 'names' : 'all'
    style.setProperty('--growth', growthOf(this.#scale))
    if (isScaled) this.#sharpen()
    this.#moved()
  }

  /** Draws the layer again once the zoom has ended: a layer of its own keeps the pixels of its first scale. */
  #sharpen(): void {
    clearTimeout(this.#settle)
    this.#settle = setTimeout(() => {
      this.#scaled()
      this.#drawing.classList.add('settled')
      requestAnimationFrame(() =>
        requestAnimationFrame(() => this.#drawing.classList.remove('settled')),
      )
    }, settleMs)
  }
}
