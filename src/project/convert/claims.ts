/** Who gives which id which label: the ids of all scripts of a project together. */
import { sumOf, valueFor } from '../../grouped.ts'
import { labelKey } from '../../text/label-key.ts'

/** Whose id stays if two labels meet: the higher one. */
export const Rank = { new: 0, overwritten: 1, onDisk: 2 } as const
export type Rank = (typeof Rank)[keyof typeof Rank]

export interface Claim {
  /** The id, behind the namespace of the script. */
  readonly name: string
  /** `keyOf` the label. */
  readonly key: string
  readonly rank: Rank
}

/** A service of a compose file and a node of Mermaid may have no label: it is whatever the others call it. */
const NO_LABEL = ' '

/** The same for labels that mean the same. A node without a label has its id as label. */
export const keyOf = (id: string, label: string | undefined, isGroup: boolean): string =>
  label === undefined || (label === id && !isGroup) ? NO_LABEL : labelKey(label)

interface Claimants {
  /** Number of scripts. */
  count: number
  /** The highest. */
  rank: Rank
}

export class Claims {
  /** By name, then by key. */
  readonly #labels = new Map<string, Map<string, Claimants>>()

  /** @returns true if nobody has claimed the name for this label before */
  add({ name, key, rank }: Claim): boolean {
    const labels = valueFor(this.#labels, name, () => new Map<string, Claimants>())
    const isNew = !labels.has(key)
    const claimants = valueFor(labels, key, () => ({ count: 0, rank }))
    claimants.count++
    if (rank > claimants.rank) claimants.rank = rank
    return isNew
  }

  remove({ name, key }: Claim): void {
    const labels = this.#labels.get(name)
    const claimants = labels?.get(key)
    if (claimants === undefined) return
    claimants.count--
    if (claimants.count === 0) labels?.delete(key)
  }

  /** True if the claim has to give way. */
  refuses({ name, key, rank }: Claim): boolean {
    const labels = this.#labels.get(name)
    const own = labels?.get(key)
    if (labels === undefined || key === NO_LABEL || (own && own.rank > rank)) return false
    for (const [other, claimants] of labels) {
      if (other !== key && other !== NO_LABEL && claimants.rank >= rank) return true
    }
    return false
  }

  /** True if some script gives the name another label, or none. */
  hasOther({ name, key }: Claim): boolean {
    const labels = this.#labels.get(name)
    return labels !== undefined && labels.size > (labels.has(key) ? 1 : 0)
  }

  /** Number of scripts with a name. */
  countOf(name: string): number {
    return sumOf(this.#labels.get(name)?.values() ?? [], ({ count }) => count)
  }
}
