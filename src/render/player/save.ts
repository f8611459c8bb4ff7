/** Saves or copies what the stage shows as a picture, without a network. */
import type { Box } from '../picture/picture.ts'
import type { Notice } from './notice.ts'
import { button, dialogOf, element, labelled } from './view/element.ts'
import type { View } from './view/view.ts'

/** Pixels of a PNG for each pixel on the screen. */
const sharpness = 2

export class Saving {
  readonly box: HTMLDialogElement
  readonly button = button('save', 'Save the picture', () => this.box.showModal())
  readonly #view: View
  readonly #notice: Notice
  readonly #svg: () => SVGSVGElement | undefined

  constructor(view: View, notice: Notice, svg: () => SVGSVGElement | undefined) {
    this.#view = view
    this.#notice = notice
    this.#svg = svg
    this.box = dialogOf(
      'Save what you see',
      element(
        'p',
        { class: 'buttons' },
        labelled('SVG', () => this.#save('svg')),
        labelled('PNG', () => this.#save('png').catch(() => this.#tooLarge())),
        labelled('Copy as PNG', () => this.#copy()),
      ),
    )
  }

  async #save(ending: 'svg' | 'png'): Promise<void> {
    const title = this.#svg()?.getAttribute('aria-label') ?? ''
    const name =
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'diagram'
    const picture =
      ending === 'svg' ? new Blob([this.#text()], { type: 'image/svg+xml' }) : await this.#png()
    const href = URL.createObjectURL(picture)
    element('a', { href, download: `${name}.${ending}` }).click()
    URL.revokeObjectURL(href)
    this.box.close()
  }

  #tooLarge(): void {
    this.box.close()
    this.#notice.say('The picture is too large for a PNG here. Save it as SVG.')
  }

  async #copy(): Promise<void> {
    const isCopied = await navigator.clipboard
      .write([new ClipboardItem({ 'image/png': this.#png() })])
      .then(() => true)
      .catch(() => false)
    this.box.close()
    this.#notice.say(
      isCopied ? 'Picture copied' : 'The browser does not allow copying. Save the picture instead.',
    )
  }

  #text(): string {
    const svg = this.#svg()
    return svg ? textOf(svg, this.#view.seen, this.#view.scale) : ''
  }

  async #png(): Promise<Blob> {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(this.#text())}`
    await image.decode()
    const canvas = element('canvas', {
      width: image.width * sharpness,
      height: image.height * sharpness,
    })
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('The picture is too large.')))),
    )
  }
}

/** A part of the picture as it looks in the page: without what is hidden, and with the looks that the page gives. */
function textOf(svg: SVGSVGElement, { x, y, width, height }: Box, scale: number): string {
  const copy = copyOf(svg) as SVGSVGElement
  const viewBox = [x, y, width, height].map((value) => value.toFixed(1))
  copy.setAttribute('viewBox', viewBox.join(' '))
  for (const [name, length] of Object.entries({ width, height }))
    copy.setAttribute(name, Math.max(1, length * scale).toFixed())
  return new XMLSerializer().serializeToString(copy)
}

/** Looks that an element has from the elements around it. */
const inherited = [
  ...'fill fill-opacity stroke stroke-opacity stroke-width stroke-dasharray stroke-linecap stroke-linejoin'.split(
    ' ',
  ),
  ...'paint-order font-family font-size font-weight text-anchor color'.split(' '),
]

function copyOf(one: Element, around?: CSSStyleDeclaration): Node | undefined {
  if (one.matches('title, desc, style, defs')) return one.cloneNode(true)
  const looks = getComputedStyle(one)
  if (looks.display === 'none') return undefined
  const copy = one.cloneNode() as SVGElement
  for (const name of ['tabindex', 'role', 'style']) if (around) copy.removeAttribute(name)
  for (const name of inherited) {
    const value = looks.getPropertyValue(name)
    if (value !== around?.getPropertyValue(name)) copy.style.setProperty(name, value)
  }
  if (looks.opacity !== '1') copy.style.opacity = looks.opacity
  for (const child of one.childNodes) {
    const copied = child instanceof Element ? copyOf(child, looks) : child.cloneNode()
    if (copied) copy.append(copied)
  }
  return copy
}
