/** Moves the view by pointer, wheel, two fingers and keys, and reports what was clicked. */
import type { Point } from '../../picture/picture.ts'
import { focusedBeside } from './element.ts'
import type { View } from './view.ts'

const keyStep = 60
const keyZoom = 1.25
/** Pixels that a pointer may move in a click. */
const slack = 4
/** Pixels and milliseconds between the two clicks of a double click; systems count fewer as one. */
const wideSlack = 40
const mostBetweenClicks = 1000

export interface GestureOptions {
  readonly stage: HTMLElement
  readonly view: View
  /** The wheel zooms without a modifier key and one finger moves the picture, because the page does not scroll. */
  readonly whole: boolean
  /** Where the second click of a double click may be. */
  readonly scope: GlobalEventHandlers
  /** @param at in pixels of the stage @param reach pixels around it that count: more for a finger */
  readonly click: (target: Element, at: Point, reach: number) => void
  readonly doubleClick: (target: Element) => void
}

export class Gestures {
  readonly #options: GestureOptions
  readonly #stage: HTMLElement
  readonly #view: View
  readonly #pointers = new Map<number, Point>()
  /** Where the pointer went down; undefined while it drags. */
  #start: Point | undefined
  #dragged = false
  #isTouch = false
  /** The last click on the picture, which may become a double click. */
  #first: { readonly target: Element; readonly event: MouseEvent } | undefined

  constructor(options: GestureOptions) {
    this.#options = options
    this.#stage = options.stage
    this.#view = options.view
    options.stage.classList.toggle('scrolls', !options.whole)
    this.#listenForPointers()
    this.#listenForClicks()
    this.#listenForKeys()
  }

  #listenForPointers(): void {
    const stage = this.#stage
    stage.addEventListener('wheel', (event) => this.#wheel(event), { passive: false })
    stage.addEventListener('pointerdown', (event) => this.#down(event))
    stage.addEventListener('pointermove', (event) => this.#move(event))
    for (const end of ['pointerup', 'pointercancel'] as const)
      stage.addEventListener(end, ({ pointerId }) => this.#pointers.delete(pointerId))
    // In a page that scrolls, one finger scrolls it and two fingers move the picture.
    const keepFromScrolling = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault()
    }
    for (const name of ['touchstart', 'touchmove'] as const)
      stage.addEventListener(name, keepFromScrolling, { passive: false })
  }

  #listenForClicks(): void {
    this.#stage.addEventListener('click', (event) => this.#click(event))
    // The first click may open the card at this place, or move the picture below it.
    const keepSecond = (event: MouseEvent) => {
      if (!this.#isSecond(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const doubleClick = (event: MouseEvent) => {
      if (this.#first && this.#isSecond(event)) this.#options.doubleClick(this.#first.target)
      this.#first = undefined
    }
    const { scope } = this.#options
    scope.addEventListener('click', keepSecond, { capture: true })
    scope.addEventListener('dblclick', doubleClick, { capture: true })
  }

  #listenForKeys(): void {
    this.#stage.addEventListener('keydown', (event) => this.#key(event))
    if (!this.#options.whole) return
    // In a page that shows only the picture, zooming also works in its card, and before something has the focus.
    document.addEventListener('keydown', (event) => {
      const target = event.target as Element
      const isOther = target.closest('input, select, textarea, dialog, [contenteditable]') !== null
      if (this.#stage.contains(target) || isOther) return
      if (target === document.body || !event.key.startsWith('Arrow')) this.#key(event)
    })
  }

  /** Converts the place of an event to pixels of the stage. */
  #at({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.#stage.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #wheel(event: WheelEvent): void {
    const isMeant =
      this.#options.whole ||
      event.ctrlKey ||
      event.metaKey ||
      this.#stage.contains(focusedBeside(this.#stage)) ||
      document.fullscreenElement !== null
    if (!isMeant || isControl(event.target)) return
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : 1
    this.#view.zoom(
      Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 100 : 500)),
      this.#at(event),
    )
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0 || isControl(event.target)) return
    const position = this.#at(event)
    this.#pointers.set(event.pointerId, position)
    this.#isTouch = event.pointerType === 'touch'
    this.#dragged = this.#pointers.size > 1
    this.#start = this.#dragged ? undefined : position
    if (this.#dragged) this.#capture()
  }

  /** Only a drag is captured: captured pointers would click the stage instead of what is below them. */
  #capture(): void {
    for (const id of this.#pointers.keys()) this.#stage.setPointerCapture(id)
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId)
    if (!before) return
    const now = this.#at(event)
    if (this.#start) {
      const distance = Math.hypot(now.x - this.#start.x, now.y - this.#start.y)
      if (distance <= slack) return
      this.#start = undefined
      this.#dragged = true
      this.#capture()
    }
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1]
    this.#pointers.set(event.pointerId, now)
    if (other) {
      const apart = ({ x, y }: Point) => Math.hypot(x - other.x, y - other.y)
      if (apart(before) > 0)
        this.#view.zoom(apart(now) / apart(before), {
          x: (now.x + other.x) / 2,
          y: (now.y + other.y) / 2,
        })
    } else if (this.#isTouch && !this.#options.whole) return
    const share = other ? 2 : 1
    this.#view.pan((before.x - now.x) / share, (before.y - now.y) / share)
  }

  /** Also clicks of assistive technology, which come without a pointer. */
  #click(event: MouseEvent): void {
    const wasDragged = this.#dragged
    this.#dragged = false
    if (wasDragged || isControl(event.target)) return
    const target = event.target as Element
    this.#first = { target, event }
    this.#options.click(target, this.#at(event), this.#isTouch ? 16 : 7)
  }

  /** The browser counts clicks at one place; the one before may have been beside the picture. */
  #isSecond({ detail, clientX, clientY, timeStamp }: MouseEvent): boolean {
    const before = this.#first?.event
    return (
      before !== undefined &&
      detail === 2 &&
      timeStamp - before.timeStamp < mostBetweenClicks &&
      Math.hypot(clientX - before.clientX, clientY - before.clientY) <= wideSlack
    )
  }

  #key(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    // On a node, arrows lead to its neighbours.
    const isFree = event.target === this.#stage || event.target === document.body
    if (!isFree && event.key.startsWith('Arrow')) return
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.#view.pan(-keyStep, 0),
      ArrowRight: () => this.#view.pan(keyStep, 0),
      ArrowUp: () => this.#view.pan(0, -keyStep),
      ArrowDown: () => this.#view.pan(0, keyStep),
      '+': () => this.#view.zoom(keyZoom),
      '=': () => this.#view.zoom(keyZoom),
      '-': () => this.#view.zoom(1 / keyZoom),
      '0': () => this.#view.fit(),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
}

/** True for controls on the stage, which are not part of the picture. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, .bubble') !== null
