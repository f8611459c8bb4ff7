/** The groups of instances: an instance calls only what is in one of its groups. */
import { lineage, type ModelElement } from './workspace.ts'

export class DeploymentGroups {
  /** By environment and identifier. */
  readonly #known = new Set<string>()
  readonly #groupsOfNodes = new Map<ModelElement, readonly string[]>()

  define(identifier: string, environment: string | undefined): void {
    this.#known.add(keyOf(identifier, environment))
  }

  /** All instances on a node are in the groups, unless they name others. */
  assign(node: ModelElement, names: string): void {
    this.#groupsOfNodes.set(node, this.find(names, node.environment))
  }

  /** The groups in a list of names; empty if it names none. */
  find(names: string, environment: string | undefined): string[] {
    return names
      .split(',')
      .map((name) => keyOf(name.trim(), environment))
      .filter((key) => this.#known.has(key))
  }

  ofNode(node: ModelElement | undefined): readonly string[] {
    const nodes = node ? lineage(node) : []
    return nodes.map((one) => this.#groupsOfNodes.get(one)).find(Boolean) ?? []
  }
}

/** A name may have its environment before it. */
const keyOf = (identifier: string, environment = '') =>
  `${environment}/${identifier.split('.').at(-1)}`.toLowerCase()

/** Instances without groups are in one group together. */
export function areInSameGroup(
  { deploymentGroups: first = [] }: ModelElement,
  { deploymentGroups: second = [] }: ModelElement,
): boolean {
  if (first.length === 0) return second.length === 0
  return first.some((group) => second.includes(group))
}
