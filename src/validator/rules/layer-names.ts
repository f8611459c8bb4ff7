/** Reports a layer with one element whose name looks like a typo of another layer. */

import { suggester } from '../../text/nearest.ts'
import type { Span, Topology } from '../../topology/index.ts'
import { writtenOption } from '../../topology/parse/option-locations.ts'
import type { Rule } from '../rule.ts'

interface Use {
  readonly at: Span
  readonly order: number
  count: number
}

export const layerNames: Rule = {
  id: 'layer-names',
  severity: 'hint',
  docs: {
    summary: 'A layer that is used once is not a typo of another',
    why: 'Viewers show one toggle per name, so a misspelt layer is not toggled with the rest.',
  },
  *check(topology) {
    const uses = usesOf(topology)
    const suggest = suggester(uses.keys(), 1)
    for (const [name, { at, order, count }] of uses) {
      if (count > 1) continue
      const meant = suggest(name)
      const other = meant === undefined ? undefined : uses.get(meant)
      if (meant === undefined || other === undefined || !isTypo(name, meant)) continue
      // If both are used once, report the later one.
      if (other.count === 1 && other.order > order) continue
      yield {
        at: writtenOption(topology, at, 'layer')?.value ?? at,
        message: `The layer "${name}" is used only once`,
        fix: `Did you mean "${meant}"?`,
        typo: { call: at, word: name, meant },
      }
    }
  },
}

function usesOf({ nodes, edges, flows }: Topology): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>()
  for (const { layer, at, order } of [
    ...nodes,
    ...edges,
    ...flows.flatMap(({ scenarios }) => scenarios),
  ]) {
    if (layer === undefined || layer === '') continue
    const use = uses.get(layer)
    if (use === undefined) uses.set(layer, { at, order, count: 1 })
    else use.count++
  }
  return uses
}

/** False for numbered names (`zone-a` and `zone-b`, `tier1` and `tier2`) and for short ones (`api` and `app`). */
function isTypo(name: string, meant: string): boolean {
  if (name.toLowerCase() === meant.toLowerCase()) return true
  return Math.min(name.length, meant.length) >= 5 && withoutNumbers(name) !== withoutNumbers(meant)
}

function withoutNumbers(name: string): string {
  return name
    .replace(/(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,2}(?![\p{L}\p{N}])/gu, '#')
    .replace(/\d+|(?<=\p{Ll})\p{Lu}$/gu, '#')
}
