/** The search: a field and a list of matches, with the keyboard of a combobox. */
import { element, focusedBeside } from '../view/element.ts'
import { isSameSubject, type Subject } from '../view/graph.ts'
import type { SearchMatch, SearchResult } from './matches.ts'

export interface FinderOptions {
  readonly find: (query: string) => SearchResult
  /** Shows a match while one moves through the list; undefined shows none. */
  readonly peek: (selection: Subject | undefined) => void
  /** Shows again what was shown before. */
  readonly cancel: () => void
  readonly choose: (selection: Subject) => void
}

export class Finder {
  readonly #options: FinderOptions
  readonly #input = element('input', {
    type: 'search',
    role: 'combobox',
    'aria-label': 'Find',
    placeholder: 'Label, id, group, type …',
    'aria-controls': 'topo-matches',
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 200,
  })
  readonly #list = element('ul', { id: 'topo-matches', role: 'listbox', 'aria-label': 'Matches' })
  readonly #count = element('p', { class: 'quiet', role: 'status' })
  readonly box = element(
    'div',
    { class: 'finder', role: 'search', 'aria-label': 'Find in the diagram', hidden: true },
    this.#input,
    this.#list,
    this.#count,
  )
  #matches: readonly SearchMatch[] = []
  #active = -1
  #before: Element | null = null

  constructor(options: FinderOptions) {
    this.#options = options
    this.#input.addEventListener('input', () => this.#search())
    this.#input.addEventListener('keydown', (event) => this.#key(event))
    this.box.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.box.contains(relatedTarget as Node | null)) this.close()
    })
  }

  get isOpen(): boolean {
    return !this.box.hidden
  }

  open(): void {
    if (!this.isOpen) this.#before = focusedBeside(this.box)
    this.box.hidden = false
    this.#input.focus()
    this.#input.select()
    this.#search()
  }

  /** Searches again, after the picture or its layers have changed; stays at the same match. */
  refresh(): void {
    if (this.isOpen) this.#search(this.#matches[this.#active]?.selection)
  }

  close(): void {
    if (!this.isOpen) return
    this.box.hidden = true
    // A hidden field keeps the focus until the next frame, and would take the next key.
    this.#input.blur()
    this.#options.peek(undefined)
  }

  #search(active?: Subject): void {
    const query = this.#input.value
    const { matches, total } = this.#options.find(query)
    this.#matches = matches
    this.#list.replaceChildren(...matches.map((match, i) => this.#option(match, i)))
    this.#list.hidden = matches.length === 0
    this.#input.setAttribute('aria-expanded', String(matches.length > 0))
    const { length } = matches
    this.#count.textContent = query.trim() === '' ? '' : countOf(length, total)
    const index = matches.findIndex(({ selection }) => isSameSubject(selection, active))
    this.#activate(length > 0 ? Math.max(0, index) : -1, index > 0)
  }

  #option({ name, detail }: SearchMatch, i: number): HTMLElement {
    const option = element(
      'li',
      { id: `topo-match-${i}`, role: 'option', 'aria-selected': 'false' },
      element('span', { dir: 'auto' }, name),
      element('small', { dir: 'auto' }, detail),
    )
    // The field keeps the focus.
    option.addEventListener('pointerdown', (event) => event.preventDefault())
    option.addEventListener('click', () => this.#choose(i))
    return option
  }

  #activate(index: number, isMoved: boolean): void {
    const options = this.#list.children
    options[this.#active]?.setAttribute('aria-selected', 'false')
    this.#active = index
    const active = options[index]
    if (active) {
      active.setAttribute('aria-selected', 'true')
      this.#input.setAttribute('aria-activedescendant', active.id)
      if (isMoved) active.scrollIntoView({ block: 'nearest' })
    } else this.#input.removeAttribute('aria-activedescendant')
    this.#options.peek(this.#matches[index]?.selection)
  }

  #key(event: KeyboardEvent): void {
    const { length } = this.#matches
    const { key } = event
    if (key === 'Escape') {
      this.close()
      this.#options.cancel()
      if (this.#before instanceof HTMLElement || this.#before instanceof SVGElement)
        this.#before.focus()
    } else if (key === 'Enter') this.#choose(this.#active)
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && length > 0)
      this.#activate((this.#active + (key === 'ArrowDown' ? 1 : length - 1)) % length, true)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  #choose(index: number): void {
    const match = this.#matches[index]
    if (!match) return
    this.box.hidden = true
    this.#options.choose(match.selection)
  }
}

/** @param length number of shown matches */
function countOf(length: number, total: number): string {
  if (length === 0) return 'Nothing found'
  if (total > length) return `The first ${length} of ${total} matches`
  return length === 1 ? '1 match' : `${length} matches`
}
