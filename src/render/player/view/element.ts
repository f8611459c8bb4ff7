/** Creates DOM elements. Text of a script is only inserted as text. */
import { linkOut, partsWithAddresses } from '../../../text/web-addresses.ts'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** `false` and `undefined` omit an attribute. */
export function element<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name)
  write(made, attributes)
  made.append(...content)
  return made
}

export function drawn<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): SVGElementTagNameMap[N] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  write(made, attributes)
  made.append(...content)
  return made
}

/** A text whose addresses are links. */
export const linked = (text: string): (Node | string)[] =>
  partsWithAddresses(text).map((part) =>
    part.href === undefined ? part.text : element('a', linkOut(part.href), part.text),
  )

export function write(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    // A policy that forbids styles in attributes allows this.
    if (name === 'style') (made as HTMLElement | SVGElement).style.cssText = String(value)
    else made.setAttribute(name, value === true ? '' : String(value))
  }
}

/** A function, because a server may load this module without running it. */
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The focused element of the tree that this one is in: of a shadow root, a document sees only the
 * host.
 */
export function focusedBeside(one: Node): Element | null {
  const root = one.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
}

const glyphs = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  back: 'M6 5h2.5v14H6zM19 5v14L9.5 12z',
  forward: 'M15.5 5H18v14h-2.5zM5 5v14l9.5-7z',
  closer: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  farther: 'M5 11h14v2H5z',
  earlier: 'M11 5l-7 7 7 7v-4.5h9v-5h-9z',
  close:
    'M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  link: 'M10.6 13.4l-1.4-1.4 4-4a4 4 0 0 1 5.7 5.7l-3 3-1.4-1.4 3-3a2 2 0 0 0-2.9-2.9zM13.4 10.6l1.4 1.4-4 4a4 4 0 0 1-5.7-5.7l3-3 1.4 1.4-3 3a2 2 0 0 0 2.9 2.9z',
  find: 'M10.5 4a6.5 6.5 0 1 1-4.1 11.5l-.1-.1A6.5 6.5 0 0 1 10.5 4zm0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM15.2 13.8l5.3 5.3-1.4 1.4-5.3-5.3z',
  save: 'M11 4h2v8.2l3-3 1.4 1.4L12 16l-5.4-5.4L8 9.2l3 3zM4 18h16v2H4z',
  present: 'M3 5h18v11H3zm2 2v7h14V7zM11 16h2v2h3v2H8v-2h3z',
  help: 'M12 4a4 4 0 0 1 2 7.5c-.7.4-1 .8-1 1.5v1h-2v-1c0-1.5.8-2.5 2-3.2A2 2 0 1 0 10 8H8a4 4 0 0 1 4-4zM11 16h2v2.2h-2z',
  whole: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
} as const
export type Glyph = keyof typeof glyphs

/** A button with an icon and an accessible name. */
export function button(glyph: Glyph, name: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' })
  face(made, glyph, name)
  made.addEventListener('click', press)
  return made
}

/** A button with a text. */
export function labelled(text: string, press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text)
  made.addEventListener('click', press)
  return made
}

/** A dialog with a title and a button that closes it. */
export function dialogOf(title: string, ...content: readonly HTMLElement[]): HTMLDialogElement {
  const close = button('close', 'Close', () => made.close())
  const head = element('header', {}, element('h2', {}, title), close)
  const made = element('dialog', { class: 'asked', 'aria-label': title }, head, ...content)
  return made
}

export function face(of: HTMLButtonElement, glyph: Glyph, name: string): void {
  const path = drawn('path', { d: glyphs[glyph], fill: 'currentColor' })
  const icon = drawn(
    'svg',
    { viewBox: '0 0 24 24', width: 18, height: 18, 'aria-hidden': 'true' },
    path,
  )
  of.replaceChildren(icon)
  of.setAttribute('aria-label', name)
  of.title = name
}
