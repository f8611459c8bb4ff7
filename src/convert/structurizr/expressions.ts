/** Evaluates the expressions after `include` and `exclude`. */
import type { Identifiers } from './identifiers.ts'
import type { ModelElement, Relationship } from './workspace.ts'

type Item = ModelElement | Relationship

/** The things that expressions name. */
export interface Model {
  readonly elements: readonly ModelElement[]
  readonly relationships: readonly Relationship[]
  readonly identifiers: Identifiers
}

/** `element.tag==Database`, in its parts. */
interface Condition {
  /** In lower case. */
  readonly property: string
  /** The text in the brackets behind the property. */
  readonly key: string
  readonly value: string
  /** Elements that the value names, where it names elements. */
  readonly elements: readonly ModelElement[]
}

const CONDITION = /^(element|relationship)(?:\.(\w+(?:\[.*?\])?))?(==|!=|=)(.*)$/i
const NEIGHBOURS = /^(->)?(.*?)(->)?$/

/** Empty if it names nothing, or is not known. */
export function evaluateExpression(text: string, model: Model): ReadonlySet<Item> {
  const alternatives = text.split(' || ')
  if (alternatives.length > 1) {
    return new Set(alternatives.flatMap((part) => [...evaluatePart(part, model)]))
  }
  const [first = '', ...others] = text.split(' && ')
  if (others.length > 0) return evaluateAll(first, others, model)

  const condition = CONDITION.exec(text)
  if (condition) return evaluateCondition(condition, model)

  const [, before, element = '', after] = NEIGHBOURS.exec(text) ?? []
  if (before || after) {
    const directions = { backwards: before !== undefined, forwards: after !== undefined }
    return withNeighbours(elementsOf(element, model), model.relationships, directions)
  }
  if (text.includes('->')) return evaluatePair(text, model)
  return evaluateIdentifier(text, model)
}

/** @param directions both, unless it says otherwise; forwards are those that the element calls */
export function neighboursOf(
  element: ModelElement,
  relationships: readonly Relationship[],
  { backwards, forwards }: Directions = { backwards: true, forwards: true },
): ModelElement[] {
  return relationships.flatMap(({ from, to }) => {
    if (from === element && forwards) return [to]
    return to === element && backwards ? [from] : []
  })
}

interface Directions {
  readonly backwards: boolean
  readonly forwards: boolean
}

function evaluatePart(text: string, model: Model): ReadonlySet<Item> {
  return evaluateExpression(text.trim(), model)
}

/** The elements that an expression names; `*` names all. */
function elementsOf(text: string, model: Model): ModelElement[] {
  const items = text === '*' ? model.elements : evaluatePart(text, model)
  return [...items].filter((item) => 'kind' in item)
}

/** `first && other && …` */
function evaluateAll(first: string, others: readonly string[], model: Model): ReadonlySet<Item> {
  const items = [...evaluatePart(first, model)]
  return new Set(
    items.filter((item) => others.every((part) => evaluatePart(part, model).has(item))),
  )
}

function evaluateCondition(match: RegExpExecArray, model: Model): ReadonlySet<Item> {
  const [, what = '', written = '', operator, value = ''] = match
  const items: readonly Item[] =
    what.toLowerCase() === 'element' ? model.elements : model.relationships
  const property = written.toLowerCase()
  if (property === '') return value === '*' ? new Set(items) : evaluatePart(value, model)

  const namesElements = ['source', 'destination', 'parent'].includes(property)
  const condition: Condition = {
    property,
    key: /\[(.*)\]/.exec(written)?.[1] ?? '',
    value,
    elements: namesElements ? elementsOf(value, model) : [],
  }
  const isWanted = operator !== '!='
  return new Set(items.filter((item) => holds(condition, item) === isWanted))
}

function holds(condition: Condition, item: Item): boolean {
  const { property, value } = condition
  if (property === 'tag') {
    const tags = tagsOf(item)
    return value.split(',').every((tag) => tags.includes(tag.trim()))
  }
  if (property === 'technology') return item.technology === value
  if ('kind' in item) return holdsForElement(condition, item)
  return condition.elements.includes(property === 'source' ? item.from : item.to)
}

function holdsForElement(condition: Condition, element: ModelElement): boolean {
  const { property, key, value, elements } = condition
  if (property === 'type') {
    const kind = value.toLowerCase()
    return element.kind === (kind === 'custom' ? 'element' : kind)
  }
  if (property === 'parent')
    return element.parent !== undefined && elements.includes(element.parent)
  if (property === 'group') return element.groups.includes(value)
  return element.properties.get(key) === value
}

/** `->element`, `element->` or both */
function withNeighbours(
  elements: readonly ModelElement[],
  relationships: readonly Relationship[],
  directions: Directions,
): ReadonlySet<ModelElement> {
  return new Set(
    elements.flatMap((element) => [element, ...neighboursOf(element, relationships, directions)]),
  )
}

/** `source->destination` */
function evaluatePair(text: string, model: Model): ReadonlySet<Relationship> {
  const [source = '', destination = ''] = text.split('->')
  const sources = new Set(elementsOf(source.trim(), model))
  const destinations = new Set(elementsOf(destination.trim(), model))
  return new Set(
    model.relationships.filter(({ from, to }) => sources.has(from) && destinations.has(to)),
  )
}

function evaluateIdentifier(identifier: string, { identifiers }: Model): ReadonlySet<Item> {
  const item = identifiers.find(identifier)
  if (item === undefined) return new Set()
  return new Set('length' in item ? item : [item])
}

const KINDS: Readonly<Record<ModelElement['kind'], string>> = {
  person: 'Person',
  softwaresystem: 'Software System',
  container: 'Container',
  component: 'Component',
  element: 'Element',
  deploymentnode: 'Deployment Node',
  infrastructurenode: 'Infrastructure Node',
  softwaresysteminstance: 'Software System Instance',
  containerinstance: 'Container Instance',
}

/** With those that Structurizr adds. */
export const tagsOf = (item: Item): readonly string[] =>
  'kind' in item ? ['Element', KINDS[item.kind], ...item.tags] : ['Relationship', ...item.tags]
