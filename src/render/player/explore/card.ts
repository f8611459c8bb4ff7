/** The card of a node or a connection: what it is, what it is connected with, and where it is in the script. */

import type { DrawnElsewhere } from '../../write/picture-set.ts'
import { button, element, focusedBeside, labelled, linked } from '../view/element.ts'
import { isSameSubject, type Subject } from '../view/graph.ts'
import { MOST_HOPS } from './address.ts'
import type { FactLink, SubjectFacts } from './facts.ts'
import type { Remark } from './remarks.ts'

/** Where a node or a connection is in the script. */
export interface SourceLink {
  readonly text: string
  /** Opens it in an editor. */
  readonly href: string | null
}

/** Where an element is in the script. */
export type SourceOf = (selection: Subject) => SourceLink | undefined

export interface CardContent {
  readonly selection: Subject
  readonly facts: SubjectFacts
  readonly hops: number
  /** Only what is lit is shown. */
  readonly isAlone: boolean
  readonly remarks: readonly Remark[]
  /** The differences of the newer version of a comparison. */
  readonly changes: readonly string[]
  readonly source: SourceLink | undefined
  /** The same node in other diagrams; undefined if no other draws it. */
  readonly elsewhere: DrawnElsewhere | undefined
  /** True if one was at something else before. */
  readonly hasTrail: boolean
  /** Undefined for what cannot be folded. */
  readonly isFolded: boolean | undefined
}

export interface CardOptions {
  readonly hrefOf: (selection: Subject) => string
  readonly choose: (selection: Subject) => void
  readonly play: (scenario: string) => void
  readonly setHops: (hops: number) => void
  readonly toggleFold: (key: string) => void
  /** Shows all of what is lit, as large as it can be. */
  readonly fit: () => void
  /** Hides what is not lit, or shows it again. */
  readonly isolate: () => void
  /** Undefined in a page without an address for what one looks at. */
  readonly copy: (() => void) | undefined
  readonly back: () => void
  readonly close: () => void
}

/** A list shows so many links, and the rest on request. */
const fewLinks = 12

export class Card {
  readonly box = element('section', { class: 'card', hidden: true })
  readonly #options: CardOptions
  #shown: Subject | undefined

  constructor(options: CardOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return !this.box.hidden
  }

  /** Keeps the scroll position and the focus if it shows the same again. */
  show(content: CardContent): void {
    const isSame = isSameSubject(this.#shown, content.selection)
    const before = focusedBeside(this.box)
    const focused = isSame ? [...this.#controls()].indexOf(before as HTMLElement) : -1
    const hadFocus = this.box.contains(before)
    const scrolled = isSame ? this.box.scrollTop : 0
    this.#shown = content.selection
    this.box.setAttribute('aria-label', `About ${content.facts.title}`)
    this.box.replaceChildren(...this.#content(content))
    this.box.hidden = false
    this.box.scrollTop = scrolled
    if (focused >= 0) this.#controls()[focused]?.focus()
    else if (hadFocus) this.focus()
  }

  hide(): void {
    this.box.hidden = true
    this.box.replaceChildren()
    this.#shown = undefined
  }

  /** Moves the focus to the heading, so that a screen reader starts there. */
  focus(): void {
    this.box.querySelector('h2')?.focus()
  }

  #controls(): NodeListOf<HTMLElement> {
    return this.box.querySelectorAll<HTMLElement>('a, button, input, h2')
  }

  #content(content: CardContent): HTMLElement[] {
    const { facts, remarks, changes, selection, isFolded } = content
    const { title, description, lists, scenarios } = facts
    const { toggleFold, fit, isolate, play } = this.#options
    const parts: (HTMLElement | undefined)[] = [
      this.#header(facts.kind, content.hasTrail),
      element('h2', { tabindex: -1, dir: 'auto' }, title),
      description === null
        ? undefined
        : element('p', { class: 'about', dir: 'auto' }, ...linked(description)),
      part('Changed', ...changes.map((text) => item(element('p', { dir: 'auto' }, text)))),
      this.#rows(content),
      isFolded === undefined
        ? undefined
        : labelled(isFolded ? 'Open group' : 'Fold group', () => toggleFold(selection.id)),
      this.#hops(content.hops),
      element(
        'p',
        { class: 'buttons' },
        labelled('Fit these', fit),
        labelled(content.isAlone ? 'Show all' : 'Show only these', isolate),
      ),
      ...lists.map(({ name, links }) => this.#links(name, links)),
      part('In other diagrams', ...otherDiagrams(content.elsewhere)),
      part(
        'Scenarios',
        ...scenarios.map((scenario) => item(plainButton(scenario.title, () => play(scenario.id)))),
      ),
      part(
        'Comments',
        ...remarks.map(({ author, text }) =>
          item(element('b', { dir: 'auto' }, author), element('p', { dir: 'auto' }, text)),
        ),
      ),
    ]
    return parts.filter((one) => one !== undefined)
  }

  #header(kind: string, hasTrail: boolean): HTMLElement {
    const { copy, close, back } = this.#options
    return element(
      'header',
      {},
      element('p', { class: 'quiet', dir: 'auto' }, kind),
      element(
        'span',
        { class: 'buttons' },
        ...(hasTrail ? [button('earlier', 'Back', back)] : []),
        ...(copy ? [button('link', 'Copy link', copy)] : []),
        button('close', 'Close', close),
      ),
    )
  }

  #rows({ facts, source }: CardContent): HTMLElement {
    return element(
      'dl',
      {},
      ...facts.rows.flatMap(({ name, text, links }) => [
        element('dt', {}, name),
        element('dd', { dir: 'auto' }, ...(links ? this.#path(links) : [text])),
      ]),
      ...(source ? [element('dt', {}, 'Line'), element('dd', {}, sourceLink(source))] : []),
    )
  }

  #hops(hops: number): HTMLElement {
    const choices = Array.from({ length: MOST_HOPS }, (_, i) => {
      const input = element('input', { type: 'radio', name: 'topo-hops', value: i + 1 })
      input.checked = hops === i + 1
      input.addEventListener('change', () => this.#options.setHops(i + 1))
      return element('label', {}, input, String(i + 1))
    })
    return element('fieldset', { class: 'hops' }, element('legend', {}, 'Hops lit'), ...choices)
  }

  #links(name: string, links: readonly FactLink[]): HTMLElement {
    const items = links.map(({ selection, text, detail, by }) =>
      item(
        this.#link(selection, text),
        ...(by
          ? [
              this.#link(
                by,
                detail ?? 'connection',
                `Connection with ${text}: ${detail ?? 'details'}`,
              ),
            ]
          : []),
      ),
    )
    const heading = items.length > 3 ? `${name} (${items.length})` : name
    const made = listOf(heading, items.slice(0, fewLinks))
    if (items.length > fewLinks) {
      const more = labelled(`${items.length - fewLinks} more`, () => {
        more.replaceWith()
        made.querySelector('ul')?.append(...items.slice(fewLinks))
        items[fewLinks]?.querySelector('a')?.focus()
      })
      made.append(more)
    }
    return made
  }

  #path(links: readonly FactLink[]): (HTMLElement | string)[] {
    return links.flatMap(({ selection, text }, at) => [
      at > 0 ? ' › ' : '',
      this.#link(selection, text),
    ])
  }

  #link(selection: Subject, text: string, label?: string): HTMLElement {
    const { hrefOf, choose } = this.#options
    const name = label === text ? undefined : label
    const made = element('a', { href: hrefOf(selection), dir: 'auto', 'aria-label': name }, text)
    if (label !== undefined) made.className = 'how'
    made.addEventListener('click', (event) => {
      // A new window or tab is left to the browser.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choose(selection)
    })
    return made
  }
}

const sourceLink = ({ text, href }: SourceLink) =>
  href === null
    ? element('span', { class: 'place' }, text)
    : element('a', { href, class: 'place' }, text)

function otherDiagrams(elsewhere: DrawnElsewhere | undefined): HTMLElement[] {
  if (elsewhere === undefined) return []
  const { links, count } = elsewhere
  const items = links.map(({ title, href }) => item(element('a', { href, dir: 'auto' }, title)))
  const left = count - links.length
  return left === 0 ? items : [...items, item(element('span', {}, `${left} more`))]
}

/** Undefined without items. */
const part = (name: string, ...items: readonly HTMLElement[]): HTMLElement | undefined =>
  items.length === 0 ? undefined : listOf(name, items)

function listOf(name: string, items: readonly HTMLElement[]): HTMLElement {
  const list = element('ul', {}, ...items)
  return element('div', { class: 'part' }, element('h3', {}, name), list)
}

const item = (...content: readonly HTMLElement[]): HTMLElement => element('li', {}, ...content)

const plainButton = (text: string, press: () => void): HTMLElement =>
  Object.assign(labelled(text, press), { className: 'plain', dir: 'auto' })
