/** Knows the place of each box and line: as drawn, or laid out again for folded groups and for the shape of the stage. */
import { sizes } from '../../picture/measure.ts'
import type { Picture } from '../../picture/picture.ts'
import type { DrawnElements } from '../view/drawn-elements.ts'
import { element } from '../view/element.ts'
import { Graph } from '../view/graph.ts'
import { move } from '../view/move.ts'
import { floor } from '../view/names.ts'
import type { View } from '../view/view.ts'
import { isTooLarge, layOutFolded, onto, showsDescriptions } from './lay-out-folded.ts'
import { leastScale, type Opening, openingOf, startOf } from './opening.ts'

export class Arrangement {
  readonly #view: View
  #elements: DrawnElements | undefined
  /** The picture as the SVG has it. */
  #drawn: Picture | undefined
  /** The picture that the reader sees. */
  #shown: Picture | undefined
  /** The graph that is laid out: in a comparison both versions, also if one is shown. */
  #plan: Graph | undefined
  #opening: Opening | undefined
  /** Layouts of the plan by their folded groups. */
  readonly #layouts = new Map<string, Picture>()
  /** Undefined until the reader chooses: as drawn. */
  #describes: boolean | undefined
  readonly button = element('button', { type: 'button', hidden: true }, 'Descriptions')

  /** @param changed called after the reader has shown or hidden the descriptions of nodes, before they are drawn */
  constructor(view: View, changed: () => void) {
    this.#view = view
    this.button.addEventListener('click', () => {
      this.#describes = this.button.getAttribute('aria-pressed') !== 'true'
      this.button.setAttribute('aria-pressed', String(this.#describes))
      changed()
    })
  }

  /** @param drawn as in the SVG @param plan has the places of all versions */
  show(elements: DrawnElements, drawn: Picture, plan: Picture): void {
    this.#elements = elements
    this.#drawn = drawn
    this.#shown = drawn
    if (this.#plan?.picture === plan) return
    this.#plan = new Graph(plan)
    this.#layouts.clear()
    const hasSome = drawn.nodes.some(({ isFrame, description }) => !isFrame && description !== null)
    this.button.hidden = !hasSome || isTooLarge(drawn.nodes.length, drawn.edges.length)
    this.button.setAttribute('aria-pressed', String(this.#describes ?? showsDescriptions(drawn)))
  }

  /** The level to which the page opens folded. */
  open(): number {
    const plan = this.#plan
    const { room } = this.#view
    if (!plan) return 0
    this.#opening = openingOf(plan, room, (size) => this.#view.scaleOf(size))
    this.#layouts.set(nameOf(this.#opening.folded), this.#opening.picture)
    return this.#opening.level
  }

  /** Moves everything to its place with these groups folded. @param isSeen shows the way, and keeps what it can in place */
  arrange(folded: ReadonlySet<string>, isSeen: boolean): Graph | undefined {
    const plan = this.#plan
    const drawn = this.#drawn
    const was = this.#shown
    const elements = this.#elements
    if (!plan || !drawn || !was || !elements) return undefined
    const laidOut = this.#layout(plan, folded, isSeen ? was : undefined)
    const now = laidOut === drawn ? drawn : onto(drawn, laidOut)
    if (now !== was) move(elements, { was, drawn, now }, isSeen)
    this.#shown = now
    this.#view.show(now)
    return new Graph(now)
  }

  #layout(plan: Graph, folded: ReadonlySet<string>, was: Picture | undefined): Picture {
    const usual = showsDescriptions(plan.picture)
    const describes = this.#describes ?? usual
    const name = describes === usual ? nameOf(folded) : `described ${nameOf(folded)}`
    const isDrawn = folded.size === 0 && describes === usual && this.#opening?.isReshaped !== true
    const known = isDrawn ? plan.picture : this.#layouts.get(name)
    const options = { previous: was, descriptions: describes }
    const picture = known ?? layOutFolded(plan, folded, this.#view.room, options) ?? plan.picture
    this.#layouts.set(name, picture)
    return picture
  }

  /** Shows all, or the start of a picture whose names do not read at once. */
  showStart(graph: Graph, folded: ReadonlySet<string>): void {
    const { picture } = graph
    const least = Math.max(leastScale(graph, folded), showsDescriptions(picture) ? scaleOfNotes : 0)
    this.#view.open(least, startOf(graph, folded))
  }
}

/** Descriptions read at this scale, and names need not grow over them. */
const scaleOfNotes = floor / sizes.note

const nameOf = (folded: ReadonlySet<string>): string => JSON.stringify([...folded].sort())
