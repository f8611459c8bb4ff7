/** A workspace of Structurizr: what both of its formats say. */
import { valueFor } from '../../grouped.ts'
import type { DrawnDirection, LeftOut } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'

export const STATIC = ['person', 'softwaresystem', 'container', 'component', 'element'] as const
export const DEPLOYED = [
  'deploymentnode',
  'infrastructurenode',
  'softwaresysteminstance',
  'containerinstance',
] as const

export interface ModelElement {
  readonly kind: (typeof STATIC)[number] | (typeof DEPLOYED)[number]
  /** Unique, if possible the identifier that its author chose. */
  readonly id: string
  /** Its author chose no identifier. */
  readonly isUnnamed: boolean
  readonly line: number
  readonly parent?: ModelElement | undefined
  /** Names of the groups between its parent and itself, outermost first. */
  readonly groups: readonly string[]
  readonly environment?: string | undefined
  /** The system or container of an instance. */
  readonly of?: ModelElement | undefined
  /** An instance calls only what is in one of the same groups. */
  readonly deploymentGroups?: readonly string[] | undefined
  name: string
  description: string
  technology: string
  instances: string
  readonly tags: string[]
  readonly properties: Map<string, string>
}

export interface Relationship {
  readonly from: ModelElement
  readonly to: ModelElement
  readonly description: string
  technology: string
  readonly tags: string[]
  readonly line: number
  /** The relationship that this one repeats for instances. */
  readonly linked?: Relationship | undefined
  /** A step against the relationship between both ends. */
  readonly isResponse?: boolean | undefined
}

export interface ModelView {
  readonly kind:
    | 'custom'
    | 'systemlandscape'
    | 'systemcontext'
    | 'container'
    | 'component'
    | 'deployment'
    | 'dynamic'
  readonly key: string
  readonly title: string
  readonly line: number
  readonly scope?: ModelElement | undefined
  readonly environment?: string | undefined
  readonly direction?: DrawnDirection | undefined
  readonly elements: ReadonlySet<ModelElement>
  /** In a dynamic view its steps, in their order. */
  readonly relationships: readonly Relationship[]
  readonly leftOut: readonly LeftOut[]
}

/** Names the styles that no script says. */
export const STYLES_WITHOUT_SHAPES = 'styles, except shapes'

const MOST = 20_000

export const notStructurizr = (why: string, line = 1) =>
  unreadable(line, why, 'Check it with: structurizr validate -workspace FILE')

/** The error of a brace that nothing precedes in its line. */
export const braceAlone = (line: number) =>
  notStructurizr('"{" must be at the end of the statement that it opens', line)

export class Workspace {
  name = ''
  readonly elements: ModelElement[] = []
  readonly relationships: Relationship[] = []
  readonly views: ModelView[] = []
  /** Shape of the elements with a tag. */
  readonly shapes = new Map<string, string>()
  readonly leftOut: LeftOut[] = []
  /** The first file that this workspace includes or extends, and that was not read. */
  unread: LeftOut | undefined
  /** Elements and relationships by the identifier that a DSL gave them, where a workspace in JSON keeps it. */
  readonly identified = new Map<string, ModelElement | Relationship>()
  readonly #called = new Map<ModelElement, Map<ModelElement, Relationship[]>>()
  readonly #ids = new Set<string>()

  /** @param identifier without one, the name is the id */
  add(
    element: Omit<ModelElement, 'id' | 'isUnnamed'>,
    identifier: string | undefined,
  ): ModelElement {
    const id = identifier || element.name
    let unique = id
    for (let number = 2; this.#ids.has(unique); number++) unique = `${id}-${number}`
    this.#ids.add(unique)
    const added = { ...element, id: unique, isUnnamed: !identifier }
    if (this.elements.push(added) > MOST)
      throw notStructurizr(`it has more than ${MOST} elements`, element.line)
    return added
  }

  /** Returns the one that says the same, if there is one: Structurizr has it once. */
  connect(relationship: Relationship): Relationship {
    const { from, to, description, line } = relationship
    const called = valueFor(this.#called, from, () => new Map<ModelElement, Relationship[]>())
    const known = valueFor(called, to, (): Relationship[] => [])
    const same = known.find((one) => one.description === description)
    if (same) return same
    known.push(relationship)
    if (this.relationships.push(relationship) > MOST) {
      throw notStructurizr(`it has more than ${MOST} relationships`, line)
    }
    return relationship
  }

  /** Also connects the parents of both ends, unless something connects them already. */
  imply(relationship: Relationship): void {
    for (const from of lineage(relationship.from)) {
      for (const to of lineage(relationship.to)) {
        const isInside = lineage(from).includes(to) || lineage(to).includes(from)
        if (!isInside && !this.#called.get(from)?.has(to))
          this.connect({ ...relationship, from, to, tags: [...relationship.tags] })
      }
    }
  }
}

/** An element and all that contain it, innermost first. */
export const lineage = (element: ModelElement): ModelElement[] => [
  element,
  ...(element.parent ? lineage(element.parent) : []),
]
