/** Shows a comparison in the player: before, both or after, with a slider, keys and the list of changes. */
import type { Picture } from '../picture/picture.ts'
import { formatAddress, parseAddress, unnamedParts } from './explore/address.ts'
import { setHash } from './explore/address-bar.ts'
import type { Player } from './player.ts'
import { element } from './view/element.ts'

const titles = { before: 'Before', both: 'Both', after: 'After' } as const
type Version = keyof typeof titles
const names = Object.keys(titles) as Version[]
export const isVersion = (text: string): boolean => Object.hasOwn(titles, text)
const keys: Record<string, Version> = { b: 'before', c: 'both', a: 'after' }
const keyOf = (version: Version) => Object.keys(keys).find((key) => keys[key] === version) ?? ''

interface DrawnVersion {
  readonly picture: Picture
  /** Copied before each use. */
  readonly svg: SVGSVGElement
}

export class Versions {
  readonly box: HTMLElement
  readonly #player: Player
  readonly #versions: Readonly<Record<Version, DrawnVersion>>
  readonly #links: readonly HTMLAnchorElement[]
  readonly #slider = element('input', {
    type: 'range',
    min: 0,
    max: names.length - 1,
    step: 1,
    value: 1,
    'aria-label': 'Version',
  })
  readonly #buttons: ReadonlyMap<Version, HTMLButtonElement>
  #shown: Version = 'both'

  /** @param list the list of changes, whose links name what changed */
  constructor(
    player: Player,
    versions: Readonly<Record<Version, DrawnVersion>>,
    list: HTMLElement,
  ) {
    this.#player = player
    this.#versions = versions
    this.#links = [...list.querySelectorAll('a')]
    this.#buttons = new Map(names.map((name) => [name, this.#button(name)]))
    this.#slider.addEventListener('input', () =>
      this.show(names[Number(this.#slider.value)] ?? 'both'),
    )
    this.box = element(
      'div',
      { class: 'versions', role: 'group', 'aria-label': 'Versions' },
      ...this.#buttons.values(),
      this.#slider,
    )
    if (this.#links.length > 0) {
      const next = element('kbd', {}, 'n')
      const previous = element('kbd', {}, 'N')
      const hint = element('p', { class: 'hint' }, next, ' next, ', previous, ' previous change')
      list.querySelector('h2')?.after(hint)
    }
    for (const link of this.#links)
      link.addEventListener('click', (event) => this.#follow(link, event))
    document.addEventListener('keydown', (event) => this.#key(event))
    addEventListener('hashchange', () => this.#open())
    this.#mark()
    this.#open()
  }

  /** Shows the version that the address of the page names: `#before`, `#after&node=web`. */
  #open(): void {
    const parts = unnamedParts(location.hash)
    const version = names.find((name) => parts.includes(name)) ?? 'both'
    if (version === this.#shown) return
    this.show(version)
    this.#player.open()
  }

  show(version: Version): void {
    if (version === this.#shown) return
    this.#shown = version
    this.#write()
    const { picture, svg } = this.#versions[version]
    this.#player.show(
      picture,
      svg.cloneNode(true) as SVGSVGElement,
      undefined,
      this.#versions.both.picture,
    )
    this.#mark()
  }

  /** Writes the version into the address and into the links of the list. */
  #write(): void {
    for (const link of this.#links) link.hash = this.#hashOf(link.hash)
    setHash(this.#hashOf(location.hash))
  }

  #hashOf(hash: string): string {
    const others = unnamedParts(hash).filter((part) => !isVersion(part))
    const own = this.#shown === 'both' ? [] : [this.#shown]
    return `#${formatAddress(parseAddress(hash), [...own, ...others])}`
  }

  #button(version: Version): HTMLButtonElement {
    const made = element('button', { type: 'button' }, titles[version], ' ')
    made.append(element('kbd', { 'aria-hidden': 'true' }, keyOf(version)))
    made.addEventListener('click', () => this.show(version))
    return made
  }

  #mark(): void {
    this.#slider.value = String(names.indexOf(this.#shown))
    this.#slider.setAttribute('aria-valuetext', titles[this.#shown])
    for (const [name, button] of this.#buttons)
      button.setAttribute('aria-pressed', String(name === this.#shown))
  }

  /**
   * Shows a version that has what the link names, and opens it at once: a browser reports the new hash later, and the next
   * key may come before. With a modifier the browser opens another tab or window.
   */
  #follow(link: HTMLAnchorElement, event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    for (const one of this.#links) one.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    if (!this.#has(link)) {
      const other = names.find((name) => this.#has(link, name))
      this.show(this.#has(link, 'both') ? 'both' : (other ?? 'both'))
    }
    location.hash = link.hash
    this.#player.open()
    // On a narrow screen the list is below the picture.
    this.#player.scrollIntoView()
  }

  #has({ dataset: { node, edge, scenario } }: HTMLAnchorElement, version = this.#shown): boolean {
    const { nodes, edges, scenarios } = this.#versions[version].picture
    if (node !== undefined) return nodes.some(({ key }) => key === node)
    if (edge !== undefined) return edges.some(({ id }) => id === edge)
    return scenarios.some(({ id }) => id === scenario)
  }

  #step(by: number): void {
    const { length } = this.#links
    if (length === 0) return
    const current = this.#links.findIndex((link) => link.hasAttribute('aria-current'))
    const beforeFirst = by > 0 ? -1 : 0
    const start = current < 0 ? beforeFirst : current
    const next = this.#links[(start + by + length) % length]
    next?.scrollIntoView({ block: 'nearest' })
    next?.click()
  }

  #key(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const isTyping =
      target instanceof HTMLElement &&
      target.matches('input:not([type=range]), select, textarea, dialog *')
    if (defaultPrevented || isTyping || ctrlKey || metaKey || altKey) return
    const version = keys[key]
    if (version) this.show(version)
    else if (key === 'n') this.#step(1)
    else if (key === 'N') this.#step(-1)
    else return
    event.preventDefault()
  }
}
