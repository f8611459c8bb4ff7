/** Decides what a view shows: evaluates its `include` and `exclude`. */
import type { Statement } from './statements.ts'
import {
  DEPLOYED,
  lineage,
  type ModelElement,
  type ModelView,
  type Relationship,
  type Workspace,
} from './workspace.ts'

export type Identified = ModelElement | Relationship | readonly ModelElement[] | undefined
type Items = ReadonlySet<ModelElement | Relationship>
export type Scope = Pick<ModelView, 'kind' | 'scope' | 'environment'>

/** Kinds of elements that a view may show. */
const SHOWN: Readonly<Record<ModelView['kind'], readonly ModelElement['kind'][]>> = {
  systemlandscape: ['person', 'softwaresystem', 'element'],
  systemcontext: ['person', 'softwaresystem', 'element'],
  container: ['person', 'softwaresystem', 'element', 'container'],
  component: ['person', 'softwaresystem', 'element', 'container', 'component'],
  deployment: DEPLOYED,
  dynamic: [],
}

/** @param tell called with what it does not understand */
export function shownIn(
  { elements, relationships }: Workspace,
  { kind, scope, environment }: Scope,
  rules: readonly Statement[],
  find: (identifier: string) => Identified,
  tell: (line: number, what: string) => void,
): Pick<ModelView, 'elements' | 'relationships'> {
  const shown = new Set<ModelElement>()
  const hidden = new Set<Relationship>()
  const isDeployment = kind === 'deployment'

  const add = (element: ModelElement): void => {
    if (isDeployment) {
      const isDeployed = (one: ModelElement) => one === element || one.of === element
      for (const one of elements.filter(
        (one) => one.environment === environment && isDeployed(one),
      )) {
        for (const part of [...lineage(one), ...inside(one)]) shown.add(part)
      }
    } else if (SHOWN[kind].includes(element.kind) && !around(element)) shown.add(element)
  }
  /** An element is a box around what it contains, if that is shown. */
  const around = (element: ModelElement): boolean =>
    (scope !== undefined && kind !== 'systemcontext' && lineage(scope).includes(element)) ||
    [...shown].some(
      (one) =>
        one !== element && (lineage(one).includes(element) || lineage(element).includes(one)),
    )
  const inside = (node: ModelElement): ModelElement[] =>
    elements.filter((one) => {
      const isOfScope = one.kind !== 'containerinstance' || !scope || one.of?.parent === scope
      return one !== node && isOfScope && lineage(one).includes(node)
    })
  const next = (element: ModelElement, backwards = true, forwards = true): ModelElement[] =>
    relationships.flatMap(({ from, to }) =>
      from === element && forwards ? [to] : to === element && backwards ? [from] : [],
    )
  const addDefault = (): void => {
    const main =
      kind === 'systemlandscape' || isDeployment
        ? elements.filter((one) => (isDeployment ? one.kind === 'deploymentnode' : true))
        : kind === 'systemcontext'
          ? elements.filter((one) => one === scope)
          : elements.filter(({ parent }) => parent === scope)
    for (const one of main) {
      add(one)
      const near = isDeployment ? [] : next(one)
      const order: ModelElement['kind'][] =
        kind === 'component'
          ? ['element', 'person', 'softwaresystem', 'container']
          : ['element', 'person', 'softwaresystem']
      for (const wanted of order) for (const other of near) if (other.kind === wanted) add(other)
    }
  }
  const evaluate = (text: string): Items =>
    evaluateExpression(text, { elements, relationships, find, next })

  for (const {
    tokens: [keyword = '', ...values],
    line,
  } of rules) {
    if (!/^(in|ex)clude$/i.test(keyword)) continue
    const isInclude = keyword.toLowerCase() === 'include'
    for (const value of values) {
      if (isInclude && /^(element==)?\*\??$/.test(value)) addDefault()
      else {
        const items = evaluate(value)
        if (items.size === 0) tell(line, `${keyword} ${value}`)
        for (const item of items) {
          if (!('kind' in item)) isInclude ? hidden.delete(item) : hidden.add(item)
          else if (isInclude) add(item)
          else
            for (const one of shown)
              if (lineage(one).includes(item) || (isDeployment && one.of === item))
                shown.delete(one)
        }
      }
    }
  }
  const isFull = (node: ModelElement) =>
    node.kind !== 'deploymentnode' ||
    [...shown].some((one) => one.kind !== 'deploymentnode' && lineage(one).includes(node))
  const visible = new Set([...shown].filter(isFull))
  return {
    elements: visible,
    relationships: relationships.filter(
      (one) =>
        visible.has(one.from) &&
        visible.has(one.to) &&
        !hidden.has(one) &&
        !(one.linked && hidden.has(one.linked)),
    ),
  }
}

interface Model {
  readonly elements: readonly ModelElement[]
  readonly relationships: readonly Relationship[]
  find(identifier: string): Identified
  next(element: ModelElement, backwards: boolean, forwards: boolean): ModelElement[]
}

/** Empty if it names nothing, or is not known. */
function evaluateExpression(text: string, model: Model): Items {
  const { elements, relationships, find, next } = model
  const evaluate = (part: string): Items => evaluateExpression(part.trim(), model)
  const only = (part: string): ModelElement[] =>
    [...(part === '*' ? elements : evaluate(part))].filter((one) => 'kind' in one)
  const either = text.split(' || ')
  if (either.length > 1) return new Set(either.flatMap((part) => [...evaluate(part)]))
  const [first = '', ...others] = text.split(' && ')
  if (others.length > 0)
    return new Set(
      [...evaluate(first)].filter((one) => others.every((part) => evaluate(part).has(one))),
    )

  const [, what, property = '', operator, value = ''] =
    /^(element|relationship)(?:\.(\w+(?:\[.*?\])?))?(==|!=|=)(.*)$/i.exec(text) ?? []
  if (what) {
    const items: readonly (ModelElement | Relationship)[] =
      what.toLowerCase() === 'element' ? elements : relationships
    const name = property.toLowerCase()
    if (name === '') return value === '*' ? new Set(items) : evaluate(value)
    const ends = name === 'source' || name === 'destination' || name === 'parent' ? only(value) : []
    const holds = (one: ModelElement | Relationship): boolean => {
      if (name === 'tag') return value.split(',').every((tag) => tagsOf(one).includes(tag.trim()))
      if (name === 'technology') return one.technology === value
      if ('kind' in one) {
        if (name === 'type')
          return one.kind === (value.toLowerCase() === 'custom' ? 'element' : value.toLowerCase())
        if (name === 'parent') return one.parent !== undefined && ends.includes(one.parent)
        if (name === 'group') return one.groups.includes(value)
        return one.properties.get(/\[(.*)\]/.exec(property)?.[1] ?? '') === value
      }
      return ends.includes(name === 'source' ? one.from : one.to)
    }
    return new Set(items.filter((one) => holds(one) === (operator !== '!=')))
  }
  const [, before, middle = '', after] = /^(->)?(.*?)(->)?$/.exec(text) ?? []
  if (before || after) {
    return new Set(
      only(middle).flatMap((one) => [one, ...next(one, before !== undefined, after !== undefined)]),
    )
  }
  if (text.includes('->')) {
    const [sources, targets] = text.split('->').map((part) => new Set(only(part.trim())))
    return new Set(relationships.filter(({ from, to }) => sources?.has(from) && targets?.has(to)))
  }
  const found = find(text)
  return new Set(found === undefined ? [] : 'length' in found ? found : [found])
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
export const tagsOf = (one: ModelElement | Relationship): readonly string[] =>
  'kind' in one ? ['Element', KINDS[one.kind], ...one.tags] : ['Relationship', ...one.tags]
