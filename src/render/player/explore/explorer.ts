/** Asks the picture: what is selected, its card, its lit neighbours, the search, and the way back. */
import type { ElsewhereByKey } from '../../write/picture-set.ts'
import type { FoldControl } from '../fold/fold-control.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { focusedBeside } from '../view/element.ts'
import { edgeOf, type Graph, isSameSubject, nodeOf, type Subject } from '../view/graph.ts'
import type { Layers } from '../view/layers.ts'
import type { View } from '../view/view.ts'
import { MOST_HOPS } from './address.ts'
import { Card, type CardContent, type SourceOf } from './card.ts'
import { coveredBy } from './covered.ts'
import { factsOf, type SubjectFacts } from './facts.ts'
import { Finder } from './finder.ts'
import { Matcher, type SearchResult } from './matches.ts'
import type { Remarks } from './remarks.ts'
import { boxAround, Spotlight } from './spotlight.ts'

/** The differences of a node or a connection in a comparison. */
export interface ChangeOfSubject {
  readonly subject: Subject
  readonly details: readonly string[]
}

export interface ExplorerOptions {
  readonly stage: HTMLElement
  readonly view: View
  readonly remarks: Remarks
  readonly changes: readonly ChangeOfSubject[]
  readonly elsewhere: ElsewhereByKey
  readonly hrefOf: (selection: Subject) => string
  readonly sourceOf: SourceOf
  /** @param isNew the reader went to something else */
  readonly changed: (isNew: boolean) => void
  readonly layers: Layers
  readonly folds: FoldControl
  readonly play: (scenario: string) => void
  /** Copies the address; undefined in a page without one for what one looks at. */
  readonly copy: (() => void) | undefined
}

export class Explorer {
  readonly card: Card
  readonly finder: Finder
  readonly #options: ExplorerOptions
  readonly #spotlight = new Spotlight()
  #graph: Graph | undefined
  #matcher: Matcher | undefined
  #elements: DrawnElements | undefined
  /** The selections that the reader went through; the last one is shown. */
  #trail: Subject[] = []
  #hops = 1
  /** Hides what is not lit. */
  #isAlone = false
  /** Comes back to the view before the search. */
  #comeBack: (() => void) | undefined

  constructor(options: ExplorerOptions) {
    this.#options = options
    this.card = new Card({
      hrefOf: options.hrefOf,
      choose: (selection) => this.choose(selection, { goes: true }),
      play: options.play,
      setHops: (hops) => this.setHops(hops),
      toggleFold: (key) => options.folds.toggle(key),
      fit: () => this.fit(),
      isolate: () => this.isolate(),
      copy: options.copy,
      back: () => this.back(),
      close: () => {
        this.#focus()
        this.close()
      },
    })
    this.finder = new Finder({
      find: (query) => this.#find(query),
      peek: (selection) => this.#peek(selection),
      cancel: () => this.#comeBack?.(),
      choose: (selection) => this.choose(selection, { goes: true, focuses: true }),
    })
  }

  get selection(): Subject | undefined {
    return this.#trail.at(-1)
  }

  get hops(): number {
    return this.#hops
  }

  get graph(): Graph | undefined {
    return this.#graph
  }

  /** Keeps the selection if the new picture still has it. */
  show(graph: Graph, elements: DrawnElements): void {
    this.#graph = graph
    this.#matcher = undefined
    this.#elements = elements
    const isStillThere = this.selection && graph.has(this.selection)
    this.#trail = isStillThere ? this.#trail.filter((one) => graph.has(one)) : []
  }

  /** Shows the selection again, after the picture, its layers or its folds have changed. */
  refresh(): void {
    const { selection } = this
    const group = selection && this.#hiddenBy(selection)
    if (selection && !this.isShown(selection)) this.#trail = []
    else if (group !== undefined) this.#trail.splice(-1, 1, nodeOf(group))
    this.#update()
    this.finder.refresh()
  }

  /** Lights what another view points at, without its card; undefined lights the selection again. */
  point(pointed: Subject | undefined): void {
    this.#light(pointed ?? this.selection)
    if (pointed) this.reveal(pointed)
  }

  unlight(): void {
    this.#spotlight.clear()
  }

  find(): void {
    this.#comeBack = this.#options.view.bookmark()
    this.finder.open()
  }

  choose(selection: Subject, { goes = false, focuses = false } = {}): void {
    if (!this.#graph?.has(selection)) return
    // A line of a folded group is asked where it is.
    if (goes) this.#options.folds.unfold(selection)
    if (!isSameSubject(this.selection, selection)) this.#trail.push(selection)
    this.#update()
    this.reveal(selection, goes)
    if (focuses) this.card.focus()
    this.#options.changed(true)
  }

  /** Goes back to what was selected before. @returns false if nothing was selected */
  back(): boolean {
    if (!this.selection) return false
    this.#focus()
    this.#trail.pop()
    this.#uncover()
    this.#update()
    if (this.selection) this.reveal(this.selection, true)
    this.#options.changed(true)
    return true
  }

  close(): void {
    if (!this.selection) return
    this.#trail = []
    this.#update()
    this.#options.changed(true)
  }

  /** Shows what an address names. */
  open(selection: Subject | undefined, hops: number): void {
    this.#hops = hops
    this.#trail = selection ? [selection] : []
    this.#uncover()
    this.#update()
    if (selection) this.reveal(selection, true)
  }

  /** Opens the groups that hide the selection; a line that stands for several is not hidden. */
  #uncover(): void {
    const { selection } = this
    if (selection && this.#hiddenBy(selection) !== undefined) this.#options.folds.unfold(selection)
  }

  /** The folded group that hides it. */
  #hiddenBy({ type, id }: Subject): string | undefined {
    const elements = this.#elements
    const key = type === 'node' ? id : this.#graph?.edges.get(id)?.from
    if (!elements || key === undefined) return undefined
    if (type === 'edge' && elements.shown({ type, id }).length > 0) return undefined
    const shown = elements.shownKey(key)
    return type === 'node' && shown === id ? undefined : shown
  }

  setHops(hops: number): void {
    if (!this.selection || hops < 1 || hops > MOST_HOPS) return
    this.#hops = hops
    this.#update()
    this.#options.changed(false)
  }

  /** Shows all of what is lit, as large as it can be. */
  fit(): void {
    const graph = this.#graph
    const elements = this.#elements
    const { selection } = this
    const box = graph && elements && selection && boxAround(graph, elements, selection, this.#hops)
    if (box) this.#options.view.goTo(box)
  }

  /** Hides what is not lit, or shows it again. */
  isolate(): void {
    if (!this.selection) return
    this.#isAlone = !this.#isAlone
    this.#update()
    if (this.#isAlone) this.fit()
  }

  /** The card and the search take room from the picture. */
  #cover(): void {
    const { stage, view } = this.#options
    const over = [this.finder, this.card].find(({ isOpen }) => isOpen)?.box
    view.cover(over && coveredBy(over.getBoundingClientRect(), stage.getBoundingClientRect()))
  }

  #update(): void {
    const { selection } = this
    const graph = this.#graph
    const facts = selection && graph && factsOf(graph, selection)
    if (!facts) this.#isAlone = false
    this.#options.stage.classList.toggle('alone', this.#isAlone)
    if (facts) {
      this.card.show(this.#contentOf(graph, selection, facts))
      this.#light(selection)
    } else {
      this.card.hide()
      this.#spotlight.clear()
    }
    this.#cover()
  }

  #contentOf(graph: Graph, selection: Subject, facts: SubjectFacts): CardContent {
    const { remarks, changes, elsewhere, sourceOf, folds } = this.#options
    const ownChanges = changes.filter(({ subject }) => isSameSubject(subject, selection))
    return {
      selection,
      facts: this.#withOthers(graph, selection, facts),
      hops: this.#hops,
      isAlone: this.#isAlone,
      remarks: remarks.of(selection),
      changes: ownChanges.flatMap(({ details }) => details),
      source: sourceOf(selection),
      elsewhere: selection.type === 'node' ? elsewhere.get(selection.id) : undefined,
      hasTrail: this.#trail.length > 1,
      isFolded: selection.type === 'node' ? folds.isFolded(selection.id) : undefined,
    }
  }

  /** Adds the connections on the same line, while a group is folded. */
  #withOthers(graph: Graph, selection: Subject, facts: SubjectFacts): SubjectFacts {
    const links = this.#options.folds.together(selection).map((id) => {
      const subject = edgeOf(id)
      return { selection: subject, text: graph.nameOf(subject), detail: null }
    })
    return links.length === 0
      ? facts
      : { ...facts, lists: [...facts.lists, { name: 'On the same line', links }] }
  }

  #light(selection: Subject | undefined): void {
    if (selection && this.#graph && this.#elements)
      this.#spotlight.light(this.#graph, this.#elements, selection, this.#hops)
    else this.#spotlight.clear()
  }

  #find(query: string): SearchResult {
    if (!this.#graph) return { matches: [], total: 0 }
    this.#matcher ??= new Matcher(this.#graph)
    return this.#matcher.find(query, (selection) => this.isShown(selection))
  }

  #peek(selection: Subject | undefined): void {
    this.#light(selection ?? this.selection)
    this.#cover()
    if (selection) this.reveal(selection, true)
  }

  /** False for what a hidden layer hides. */
  isShown({ type, id }: Subject): boolean {
    const drawn = (type === 'node' ? this.#graph?.nodes : this.#graph?.edges)?.get(id)
    return drawn !== undefined && this.#options.layers.isShown(drawn.layers)
  }

  /** Scrolls to it, or goes to it and closer. */
  reveal(selection: Subject, goes = false): void {
    const box = this.#graph && this.#elements?.boxOf(this.#graph, selection)
    if (!box) return
    if (goes) this.#options.view.goTo(box)
    else this.#options.view.reveal(box)
  }

  /** Puts the focus from the card, which may go away, to what it is about. */
  #focus(): void {
    if (!this.card.box.contains(focusedBeside(this.card.box)) || !this.selection) return
    const drawn = this.#elements?.shown(this.selection)[0]
    ;(drawn ?? this.#options.stage).focus({ preventScroll: true })
  }
}
