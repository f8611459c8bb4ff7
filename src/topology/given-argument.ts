/** Says which kind of value a script gave, by the name of its type. */
import type { Builder, TopologyNode } from './model/topology.ts'

/** A number counts as a boolean. */
export function layoutGiven(given: string): Builder['layoutGiven'] {
  if (given === 'undefined') return 'none'
  return given === 'boolean' || given === 'number' ? 'boolean' : 'other'
}

export function idGiven(id: string | undefined, given: string): TopologyNode['idGiven'] {
  if (id === undefined) return 'none'
  if (given === 'string') return 'text'
  return given === 'number' ? 'number' : 'other'
}
