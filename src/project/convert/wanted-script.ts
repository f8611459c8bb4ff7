/** The ids of one script that a run may write: those that it has on disk, the usual ones, or those of its labels. */
import {
  FRAME,
  framed,
  idOfLabel,
  inCallOrder,
  type RedactedDrawing,
  uniqueIds,
} from '../../convert/index.ts'
import { groupedBy } from '../../grouped.ts'
import { labelKey } from '../../text/label-key.ts'
import type { Outline } from '../../topology/index.ts'
import { nameIn } from '../script/metadata.ts'
import { type Claim, keyOf, Rank } from './claims.ts'
import type { ScriptPlace } from './script-places.ts'

/** The nodes and groups of a script on disk. */
export interface ScriptOnDisk {
  readonly namespace: string | undefined
  readonly nodes: Outline['nodes']
}

export interface WantedElement {
  /** Its id in the source. */
  readonly source: string
  readonly key: string
  readonly usual: string
  /** An id that says what it is. */
  readonly ofLabel: string
  readonly rank: Rank
}

export interface RenamedId {
  readonly from: string
  readonly to: string
}

export class WantedScript {
  readonly place: ScriptPlace
  readonly drawing: RedactedDrawing
  /** Without the group around everything, which the source does not have. */
  readonly elements: readonly WantedElement[]
  /** The usual id of that group, if there is one. */
  readonly frame: string | undefined
  /** The ids and the namespace of a script on disk stay. */
  readonly isOnDisk: boolean
  namespace: string | undefined
  #ids: Map<string, string>
  /** In lower case, since it was last needed. */
  #taken: Set<string> | undefined
  readonly #renamed = new Set<WantedElement>()

  constructor(place: ScriptPlace, drawing: RedactedDrawing, there: ScriptOnDisk | undefined) {
    this.place = place
    this.drawing = { ...framed(drawing), isRedacted: true }
    this.isOnDisk = there !== undefined
    this.namespace = there?.namespace
    const kept = there === undefined ? new Map<string, string>() : keptIds(this.drawing, there)
    const usual = uniqueIds(this.drawing, { kept, wanted: new Map() })
    this.#ids = new Map(usual)
    this.frame = usual.get(FRAME)
    const groups = new Set(this.drawing.groups.map(({ id }) => id))
    const elements = inCallOrder(this.drawing).filter(({ id }) => id !== FRAME)
    this.elements = elements.map(({ id, label }) => ({
      source: id,
      key: keyOf(usual.get(id) ?? id, label, groups.has(id)),
      usual: usual.get(id) ?? id,
      ofLabel: idOfLabel(label),
      rank: kept.has(id) ? Rank.overwritten : Rank.new,
    }))
  }

  /** By the ids of the source. */
  get ids(): ReadonlyMap<string, string> {
    return this.#ids
  }

  claimOf(element: WantedElement): Claim {
    const { key, rank } = element
    return { name: nameIn(this, this.#idOf(element)), key, rank }
  }

  #idOf({ source }: WantedElement): string {
    return this.#ids.get(source) ?? source
  }

  #setIds(ids: Iterable<readonly [string, string]>): void {
    this.#ids = new Map(ids)
    this.#taken = undefined
  }

  isRenamed(element: WantedElement): boolean {
    return this.#renamed.has(element)
  }

  /** Gives elements ids of their labels. */
  rename(elements: readonly WantedElement[]): void {
    for (const element of elements) this.#renamed.add(element)
    const kept = this.elements.filter((element) => !this.isRenamed(element))
    const renamed = [...this.#renamed]
    this.#setIds(
      uniqueIds(this.drawing, {
        kept: new Map(kept.map(({ source, usual }) => [source, usual])),
        wanted: new Map(renamed.map(({ source, usual, ofLabel }) => [source, ofLabel || usual])),
      }),
    )
  }

  /** Takes the usual ids again, in this namespace. */
  moveInto(namespace: string | undefined): void {
    this.namespace = namespace
    this.#renamed.clear()
    this.#setIds(this.elements.map(({ source, usual }) => [source, usual]))
    if (this.frame !== undefined) this.#ids.set(FRAME, this.frame)
  }

  /** Gives one element a number that makes its id free. */
  number(element: WantedElement, isFree: (id: string) => boolean): void {
    this.#give(element.source, numbered(this.#idOf(element)), isFree)
  }

  /** Gives the group around everything its usual id if that is free, else one of the slug: a title names many diagrams. */
  placeFrame(isFree: (id: string) => boolean): void {
    if (this.frame === undefined) return
    this.#ids.delete(FRAME)
    this.#taken = undefined
    this.#give(FRAME, frameIds(this.frame, this.place.slug), isFree)
  }

  /** The first id that is free, and that nothing else in the script has. */
  #give(source: string, ids: Iterable<string>, isFree: (id: string) => boolean): void {
    this.#taken ??= new Set([...this.#ids.values()].map((id) => id.toLowerCase()))
    for (const id of ids) {
      if (this.#taken.has(id.toLowerCase()) || !isFree(id)) continue
      this.#ids.set(source, id)
      this.#taken.add(id.toLowerCase())
      return
    }
  }

  /** The ids of the source that the script does not have. */
  get renamedIds(): RenamedId[] {
    return this.elements.flatMap((element) => {
      const { usual: from } = element
      const to = this.#idOf(element)
      return to === from ? [] : [{ from, to }]
    })
  }
}

function* numbered(id: string): Iterable<string> {
  for (let number = 2; ; number++) yield `${id}-${number}`
}

function* frameIds(usual: string, slug: string): Iterable<string> {
  yield usual
  yield slug
  yield* numbered(slug)
}

/** The ids on disk, by the id of the source, of what has the same label. Where several have it, their order tells. */
function keptIds(drawing: RedactedDrawing, { nodes }: ScriptOnDisk): Map<string, string> {
  const onDisk = groupedBy(nodes, ({ id, label = id }) => labelKey(label))
  const kept = new Map<string, string>()
  for (const [key, elements] of groupedBy(inCallOrder(drawing), ({ label }) => labelKey(label))) {
    const same = onDisk.get(key) ?? []
    if (same.length !== elements.length) continue
    for (const [index, { id }] of same.entries()) kept.set(elements[index]?.id ?? '', id)
  }
  return kept
}
