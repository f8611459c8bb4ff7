/** Decides what a view shows, by its `include` and `exclude`. */
import type { LeftOut } from '../drawing/drawing.ts'
import { evaluateExpression, type Model, neighboursOf } from './expressions.ts'
import type { Identifiers } from './identifiers.ts'
import type { Statement } from './statements.ts'
import {
  DEPLOYED,
  lineage,
  type ModelElement,
  type ModelView,
  type Relationship,
  type Workspace,
} from './workspace.ts'

export type ViewScope = Pick<ModelView, 'kind' | 'scope' | 'environment'>

type Kind = ModelElement['kind']

/** Kinds of elements that a view may show. */
const SHOWN: Readonly<Record<ModelView['kind'], readonly Kind[]>> = {
  custom: ['element'],
  systemlandscape: ['person', 'softwaresystem', 'element'],
  systemcontext: ['person', 'softwaresystem', 'element'],
  container: ['person', 'softwaresystem', 'element', 'container'],
  component: ['person', 'softwaresystem', 'element', 'container', 'component'],
  deployment: DEPLOYED,
  dynamic: [],
}

/** The kinds of neighbours that `include *` adds, in their order. */
const NEIGHBOURS: readonly Kind[] = ['element', 'person', 'softwaresystem']
const NEIGHBOURS_OF_COMPONENTS: readonly Kind[] = [...NEIGHBOURS, 'container']

/** `*`, and what means the same. */
const EVERYTHING = /^(element==)?\*\??$/

/**
 * @param rules statements of the view: all but `include` and `exclude` are ignored
 * @param leftOut gets the expressions that name nothing
 */
export function selectShown(
  { workspace, identifiers }: { workspace: Workspace; identifiers: Identifiers },
  view: ViewScope,
  rules: readonly Statement[],
  leftOut: LeftOut[],
): Pick<ModelView, 'elements' | 'relationships'> {
  const { elements, relationships } = workspace
  const model: Model = { elements, relationships, identifiers }
  const selection = new Selection(model, view)
  for (const { tokens, line } of rules) {
    const [keyword = '', ...expressions] = tokens
    if (!/^(in|ex)clude$/i.test(keyword)) continue
    const isInclude = keyword.toLowerCase() === 'include'
    for (const expression of wholeExpressions(expressions)) {
      const isKnown = isInclude ? selection.include(expression) : selection.exclude(expression)
      if (!isKnown) leftOut.push({ line, what: `${keyword} ${expression}` })
    }
  }
  return selection.content
}

const OPERATORS = ['->', '&&', '||']

/** Joins `a`, `->`, `b` to `a->b`, and the parts of a condition. */
function wholeExpressions(words: readonly string[]): string[] {
  const whole: string[] = []
  let isOpen = false
  for (const word of words) {
    const isOperator = OPERATORS.includes(word)
    const written = isOperator && word !== '->' ? ` ${word} ` : word
    if ((isOpen || isOperator) && whole.length > 0) whole.push(`${whole.pop()}${written}`)
    else whole.push(written)
    isOpen = isOperator
  }
  return whole
}

class Selection {
  readonly #model: Model
  readonly #view: ViewScope
  readonly #isDeployment: boolean
  readonly #shown = new Set<ModelElement>()
  readonly #hidden = new Set<Relationship>()

  constructor(model: Model, view: ViewScope) {
    this.#model = model
    this.#view = view
    this.#isDeployment = view.kind === 'deployment'
  }

  /** False if the expression names nothing. */
  include(expression: string): boolean {
    if (EVERYTHING.test(expression)) {
      this.#addDefault()
      return true
    }
    const items = evaluateExpression(expression, this.#model)
    for (const item of items) {
      if ('kind' in item) this.#add(item)
      else this.#hidden.delete(item)
    }
    return items.size > 0
  }

  /** False if the expression names nothing. */
  exclude(expression: string): boolean {
    const items = evaluateExpression(expression, this.#model)
    for (const item of items) {
      if ('kind' in item) this.#remove(item)
      else this.#hidden.add(item)
    }
    return items.size > 0
  }

  get content(): Pick<ModelView, 'elements' | 'relationships'> {
    const elements = new Set([...this.#shown].filter((element) => this.#isFull(element)))
    const relationships = this.#model.relationships.filter(
      (relationship) =>
        elements.has(relationship.from) &&
        elements.has(relationship.to) &&
        !this.#isHidden(relationship),
    )
    return { elements, relationships }
  }

  /** The elements that `include *` means. */
  #addDefault(): void {
    const kinds = this.#view.kind === 'component' ? NEIGHBOURS_OF_COMPONENTS : NEIGHBOURS
    for (const element of this.#mainElements()) {
      this.#add(element)
      if (this.#isDeployment) continue
      const neighbours = neighboursOf(element, this.#model.relationships)
      for (const kind of kinds) {
        for (const neighbour of neighbours) if (neighbour.kind === kind) this.#add(neighbour)
      }
    }
  }

  #mainElements(): readonly ModelElement[] {
    const { elements } = this.#model
    const { kind, scope } = this.#view
    if (kind === 'deployment')
      return elements.filter((element) => element.kind === 'deploymentnode')
    if (kind === 'systemlandscape' || kind === 'custom') return elements
    if (kind === 'systemcontext') return elements.filter((element) => element === scope)
    return elements.filter(({ parent }) => parent === scope)
  }

  #add(element: ModelElement): void {
    if (this.#isDeployment) this.#addDeployed(element)
    else if (SHOWN[this.#view.kind].includes(element.kind) && !this.#isBox(element)) {
      this.#shown.add(element)
    }
  }

  /** Adds an element of the environment, or all instances of another: with all around and all inside. */
  #addDeployed(element: ModelElement): void {
    for (const deployed of this.#model.elements) {
      const isElement = deployed === element || deployed.of === element
      if (!isElement || deployed.environment !== this.#view.environment) continue
      for (const part of [...lineage(deployed), ...this.#inside(deployed)]) this.#shown.add(part)
    }
  }

  #remove(element: ModelElement): void {
    for (const shown of this.#shown) {
      const isInstance = this.#isDeployment && shown.of === element
      if (isInstance || lineage(shown).includes(element)) this.#shown.delete(shown)
    }
  }

  /** An element is a box around what it contains, if that is shown. */
  #isBox(element: ModelElement): boolean {
    const { kind, scope } = this.#view
    const isAroundScope = scope !== undefined && lineage(scope).includes(element)
    if (isAroundScope && kind !== 'systemcontext') return true
    return [...this.#shown].some((shown) => shown !== element && areNested(shown, element))
  }

  /** The elements that are deployed on a node; of instances of containers only those of the scope. */
  #inside(node: ModelElement): ModelElement[] {
    const { scope } = this.#view
    return this.#model.elements.filter((element) => {
      const isOfOther = element.kind === 'containerinstance' && element.of?.parent !== scope
      const isOfScope = scope === undefined || !isOfOther
      return element !== node && isOfScope && lineage(element).includes(node)
    })
  }

  /** False for a deployment node on which nothing runs that is shown. */
  #isFull(element: ModelElement): boolean {
    if (element.kind !== 'deploymentnode') return true
    return [...this.#shown].some(
      (shown) => shown.kind !== 'deploymentnode' && lineage(shown).includes(element),
    )
  }

  #isHidden(relationship: Relationship): boolean {
    const { linked } = relationship
    return this.#hidden.has(relationship) || (linked !== undefined && this.#hidden.has(linked))
  }
}

const areNested = (first: ModelElement, second: ModelElement): boolean =>
  lineage(first).includes(second) || lineage(second).includes(first)
