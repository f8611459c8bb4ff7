/** Finds the other diagrams of a set that draw a node: those where it has the same name, as in `topo query`. */
import type { CheckedScript } from '../project/check/check.ts'
import type { LocalScript } from '../project/script/load.ts'
import { nameIn } from '../project/script/metadata.ts'
import { architectureOf } from './architecture.ts'

/** Links of one node; the other diagrams are only counted. */
const MOST_OTHERS = 50

export interface SetMember {
  /** With its outline. */
  readonly checked: CheckedScript
  /** Ids of the nodes in its picture; undefined for all of the script. */
  readonly ids?: ReadonlySet<string> | undefined
}

/** A node of another diagram. */
export interface OtherPlace {
  readonly script: LocalScript
  /** Its id there, without the namespace. */
  readonly id: string
}

export class OtherDiagrams {
  /** The diagrams that draw a name, by path. */
  readonly #scripts = new Map<string, readonly LocalScript[]>()

  constructor(members: readonly SetMember[]) {
    const ids = new Map(members.map((member) => [member.checked.script, member.ids]))
    const architecture = architectureOf(members.map(({ checked }) => checked))
    for (const [name, appearances] of architecture.things) {
      const drawing = appearances.filter(
        ({ script }) => ids.get(script)?.has(idIn(script, name)) ?? true,
      )
      const scripts = new Set(drawing.map(({ script }) => script))
      if (scripts.size > 1) this.#scripts.set(name, [...scripts].sort(byPath))
    }
  }

  /** The first ones, and how many there are. */
  of(script: LocalScript, id: string): { places: readonly OtherPlace[]; count: number } {
    const name = nameIn(script.metadata, id)
    const scripts = this.#scripts.get(name)
    if (id === '' || scripts === undefined) return { places: [], count: 0 }
    const first = scripts.slice(0, MOST_OTHERS + 1).filter((other) => other !== script)
    const places = first
      .slice(0, MOST_OTHERS)
      .map((other) => ({ script: other, id: idIn(other, name) }))
    return { places, count: scripts.length - 1 }
  }
}

const byPath = (a: LocalScript, b: LocalScript): number => (a.path < b.path ? -1 : 1)

const idIn = ({ metadata }: LocalScript, name: string): string =>
  name.slice(nameIn(metadata, '').length)
