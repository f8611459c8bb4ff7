/** Knows where everything is: as drawn, or laid out again for folded groups and for the shape of the stage. */
import type { Picture } from '../../picture/picture.ts'
import { Graph } from '../view/graph.ts'
import type { View } from '../view/view.ts'
import { arrange, onto } from './arrange.ts'
import { leastScale, type Opening, openingOf, startOf } from './opening.ts'

export class Places {
  readonly #view: View
  #drawn: Picture | undefined
  /** What is laid out: in a comparison both versions, also if one is shown. */
  #plan: Graph | undefined
  #opening: Opening | undefined
  /** Layouts of the plan by their folded groups. */
  readonly #layouts = new Map<string, Picture>()

  constructor(view: View) {
    this.#view = view
  }

  /** @param drawn as in the SVG @param plan has the places of all versions */
  show(drawn: Picture, plan: Picture): void {
    this.#drawn = drawn
    if (this.#plan?.picture === plan) return
    this.#plan = new Graph(plan)
    this.#layouts.clear()
  }

  /** The level to which the page opens folded. */
  open(): number {
    const [plan, { room }] = [this.#plan, this.#view]
    if (!plan) return 0
    this.#opening = openingOf(plan, room, (size) => this.#view.scaleOf(size))
    this.#layouts.set(nameOf(this.#opening.folded), this.#opening.picture)
    return this.#opening.level
  }

  /** The picture with these groups folded. @param was keeps what is in place */
  picture(folded: ReadonlySet<string>, was?: Picture): Picture | undefined {
    const [plan, drawn, name] = [this.#plan, this.#drawn, nameOf(folded)]
    if (!plan || !drawn) return drawn
    const isDrawn = folded.size === 0 && (this.#opening === undefined || !this.#opening.isReshaped)
    const laidOut =
      this.#layouts.get(name) ??
      (isDrawn ? plan.picture : arrange(plan, folded, this.#view.room, was)) ??
      plan.picture
    this.#layouts.set(name, laidOut)
    return laidOut === drawn ? drawn : onto(drawn, laidOut)
  }

  /** Shows all, or the start of a picture whose names do not read at once. */
  showStart(graph: Graph, folded: ReadonlySet<string>): void {
    this.#view.open(
      leastScale(graph, graph.picture, folded, (size) => this.#view.scaleOf(size)),
      startOf(graph, folded),
    )
  }
}

const nameOf = (folded: ReadonlySet<string>): string => JSON.stringify([...folded].sort())
