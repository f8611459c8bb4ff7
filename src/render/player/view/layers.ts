/** Layer toggles: a checkbox per layer, which shows or hides its elements. */
import type { Picture } from '../../picture/picture.ts'
import { element, focusedBeside } from './element.ts'

export class Layers {
  readonly box = element('fieldset', { class: 'layers' })
  /** By name, because indices change with the script. */
  readonly #hidden = new Set<string>()
  readonly #changed: () => void
  #picture: Picture | undefined

  constructor(changed: () => void) {
    this.#changed = changed
  }

  show(picture: Picture): void {
    this.#picture = picture
    this.box.hidden = picture.layers.length === 0
    const focused = [...this.box.querySelectorAll('input')].indexOf(
      focusedBeside(this.box) as HTMLInputElement,
    )
    this.box.replaceChildren(
      element('legend', {}, 'Layers'),
      ...picture.layers.map((name) => this.#toggle(name)),
    )
    this.box.querySelectorAll('input')[focused]?.focus()
  }

  #toggle(name: string): HTMLElement {
    const input = element('input', { type: 'checkbox' })
    input.checked = !this.#hidden.has(name)
    input.addEventListener('change', () => {
      if (input.checked) this.#hidden.delete(name)
      else this.#hidden.add(name)
      this.#changed()
    })
    return element('label', {}, input, element('span', {}, name))
  }

  /** The names of the shown layers; undefined if all are shown. */
  get only(): readonly string[] | undefined {
    const names = this.#picture?.layers ?? []
    const shown = names.filter((name) => !this.#hidden.has(name))
    return shown.length === names.length ? undefined : shown
  }

  /** Hides all other layers; undefined shows all. */
  showOnly(names: readonly string[] | undefined): void {
    this.#hidden.clear()
    for (const name of names === undefined ? [] : (this.#picture?.layers ?? []))
      if (!names?.includes(name)) this.#hidden.add(name)
    this.box.querySelectorAll('input').forEach((input, i) => {
      input.checked = !this.#hidden.has(this.#picture?.layers[i] ?? '')
    })
    this.#changed()
  }

  /** True if all layers of the element are shown. */
  isShown(layers: readonly number[]): boolean {
    return layers.every((layer) => !this.#hidden.has(this.#picture?.layers[layer] ?? ''))
  }

  apply(svg: SVGSVGElement): void {
    for (const one of svg.querySelectorAll('[data-layers]')) {
      const layers = (one.getAttribute('data-layers') ?? '').split(' ').map(Number)
      one.classList.toggle('off', !this.isShown(layers))
    }
  }
}
