/** Finds what the identifiers of a `workspace.dsl` name. */
import { lineage, type ModelElement, type Relationship } from './workspace.ts'

/** A group stands for the elements in it. */
type Identifiable = ModelElement | Relationship | readonly ModelElement[]
export type Identified = Identifiable | undefined

export class Identifiers {
  readonly #values = new Map<string, Identifiable>()

  /** Without an identifier, it does nothing. */
  assign(identifier: string | undefined, value: Identifiable): void {
    if (identifier) this.#values.set(identifier.toLowerCase(), value)
  }

  /** @param around an identifier may leave out what stands around it */
  find(identifier: string, around?: ModelElement): Identified {
    const prefixes = around ? lineage(around).map(({ id }) => `${id}.`) : []
    for (const prefix of [...prefixes, '']) {
      const value = this.#values.get(`${prefix}${identifier}`.toLowerCase())
      if (value) return value
    }
    return undefined
  }

  /** A name that finds this element: its id, or its id with a number if another one has that. */
  identifierOf(element: ModelElement): string {
    let identifier = element.id
    for (let number = 2; this.find(identifier) !== element; number++) {
      if (this.find(identifier) === undefined) this.assign(identifier, element)
      else identifier = `${element.id} ${number}`
    }
    return identifier
  }

  /** @param around also what `this` means */
  findElement(identifier: string | undefined, around?: ModelElement): ModelElement | undefined {
    const value = identifier === 'this' ? around : this.find(identifier ?? '', around)
    return value && 'kind' in value ? value : undefined
  }
}
