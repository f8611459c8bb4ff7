/** Ids at which an answer goes from one diagram to another that labels them as another thing: what it joins may not be connected. */
import { compareTexts, groupedBy, valueFor } from '../grouped.ts'
import { areOtherThings } from '../project/check/one-id-two-labels.ts'
import type { Architecture, DrawnScript, Relation } from './architecture.ts'
import type { Reached } from './search.ts'

export interface Join {
  readonly id: string
  /** The labels on both sides, with the path of a script that has each. */
  readonly labels: readonly Labelled[]
}

interface Labelled {
  readonly label: string
  readonly path: string
}

/** Joins between the steps of paths. */
export function joinsOfPaths(
  paths: readonly (readonly Relation[])[],
  architecture: Architecture,
): Join[] {
  const joins = new Joins(architecture)
  for (const path of paths) {
    for (const [index, link] of path.slice(1).entries()) {
      const before = scriptsOf(path[index] ?? link, architecture)
      const after = scriptsOf(link, architecture)
      joins.add(link.from, joins.labelsIn(before, link.from), joins.labelsIn(after, link.from))
    }
  }
  return joins.found
}

/**
 * Joins between what was reached and what it was reached by.
 * @param reached all things of the search
 */
export function joinsOfReached(
  things: readonly Reached[],
  reached: ReadonlyMap<string, Reached>,
  architecture: Architecture,
): Join[] {
  const joins = new Joins(architecture)
  const earlierLabels = new Map<string, readonly Labelled[]>()
  const labelsOfEarlier = (id: string) => {
    const links = reached.get(id)?.links ?? []
    // The start of a search is what its first label says.
    return links.length === 0 ? joins.firstLabel(id) : joins.labelsIn(links.map(scriptOf), id)
  }
  for (const { id, links } of things) {
    for (const [joint, same] of groupedBy(links, ({ from, to }) => (from === id ? to : from))) {
      const earlier = valueFor(earlierLabels, joint, () => labelsOfEarlier(joint))
      joins.add(joint, earlier, joins.labelsIn(same.map(scriptOf), joint))
    }
  }
  return joins.found
}

/** Scripts that draw the same link. */
const scriptsOf = ({ from, to }: Relation, { outOf }: Architecture): DrawnScript[] =>
  (outOf.get(from) ?? []).filter((link) => link.to === to).map(scriptOf)

const scriptOf = ({ script }: Relation): DrawnScript => script

class Joins {
  readonly #architecture: Architecture
  /** By id, then by script. */
  readonly #labels = new Map<string, Map<DrawnScript, string>>()
  readonly #found = new Map<string, Map<string, Labelled>>()

  constructor(architecture: Architecture) {
    this.#architecture = architecture
  }

  get found(): Join[] {
    return [...this.#found].map(([id, labels]) => ({
      id,
      labels: [...labels.values()].sort((a, b) => compareTexts(a.path, b.path)),
    }))
  }

  /** Adds the labels of both sides, unless one side has a label that means the same as one of the other side. */
  add(id: string, one: readonly Labelled[], other: readonly Labelled[]): void {
    const ownId = id.slice(id.lastIndexOf('/') + 1)
    const differ = one.every(({ label }) =>
      other.every((labelled) => areOtherThings(ownId, label, labelled.label)),
    )
    if (!differ) return
    const labels = this.#found.get(id) ?? new Map<string, Labelled>()
    for (const labelled of [...one.slice(0, 1), ...other.slice(0, 1)]) {
      if (!labels.has(labelled.label)) labels.set(labelled.label, labelled)
    }
    this.#found.set(id, labels)
  }

  /** The first one that a script gives the id; none says nothing. */
  firstLabel(id: string): Labelled[] {
    for (const [{ path }, label] of this.#labelsOf(id)) return [{ label, path }]
    return [{ label: '', path: '' }]
  }

  /** The labels that scripts give an id, each once; empty for a script without one. */
  labelsIn(scripts: readonly DrawnScript[], id: string): Labelled[] {
    const labels = this.#labelsOf(id)
    const distinct = new Map<string, Labelled>()
    for (const script of new Set(scripts)) {
      const label = labels.get(script) ?? ''
      if (!distinct.has(label)) distinct.set(label, { label, path: script.path })
    }
    return [...distinct.values()]
  }

  #labelsOf(id: string): Map<DrawnScript, string> {
    return valueFor(this.#labels, id, () => {
      const labels = new Map<DrawnScript, string>()
      for (const { label, script } of this.#architecture.things.get(id) ?? []) {
        if (label && !labels.has(script)) labels.set(script, label)
      }
      return labels
    })
  }
}
