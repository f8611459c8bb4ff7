/** Reads a `workspace.dsl`. Its lines are processed in their order, as Structurizr does. */
import { groupedBy } from '../../grouped.ts'
import type { LeftOut, ReadIncluded } from '../drawing/drawing.ts'
import { type Identified, shownIn } from './expressions.ts'
import { dslStatements, type Statement } from './statements.ts'
import {
  DEPLOYED,
  lineage,
  type ModelElement,
  type ModelView,
  type Relationship,
  STATIC,
  Workspace,
} from './workspace.ts'

/** The values after the keyword, in their order. */
const FIELDS: Readonly<Record<ModelElement['kind'], readonly string[]>> = {
  person: ['name', 'description', 'tags'],
  softwaresystem: ['name', 'description', 'tags'],
  container: ['name', 'description', 'technology', 'tags'],
  component: ['name', 'description', 'technology', 'tags'],
  element: ['name', 'technology', 'description', 'tags'],
  deploymentnode: ['name', 'description', 'technology', 'tags', 'instances'],
  infrastructurenode: ['name', 'description', 'technology', 'tags'],
  softwaresysteminstance: ['of', 'deploymentGroups', 'tags'],
  containerinstance: ['of', 'deploymentGroups', 'tags'],
}

/** Statements that no picture shows, and that nobody misses there. */
const SILENT =
  /^(!identifiers|!docs|!adrs|!decisions|properties|perspectives|url|name|description|configuration|users|healthcheck|deploymentgroup|autolayout|default|theme|themes|branding|terminology)$/i

interface Place {
  readonly parent?: ModelElement | undefined
  readonly groups: readonly string[]
  readonly environment?: string | undefined
}

export function readDsl(text: string, file: string, read: ReadIncluded): Workspace {
  const workspace = new Workspace()
  const tell = (line: number, what: string) => workspace.leftOut.push({ line, what })
  const named = new Map<string, ModelElement | Relationship | ModelElement[]>()
  const environments = new Map<string, string>()
  const archetypes = new Map<string, string>()
  const views: Statement[] = []
  let isHierarchical = false
  let implies = true

  /** An identifier may leave out what stands around it. */
  const find = (identifier: string, from?: ModelElement): Identified => {
    const around = from ? lineage(from).map((one) => `${one.id}.`) : []
    for (const prefix of [...around, '']) {
      const found = named.get(`${prefix}${identifier}`.toLowerCase())
      if (found) return found
    }
    return undefined
  }
  const element = (identifier: string | undefined, place: Place): ModelElement | undefined => {
    const found = identifier === 'this' ? place.parent : find(identifier ?? '', place.parent)
    return found && 'kind' in found ? found : undefined
  }
  const name = (
    identifier: string | undefined,
    value: ModelElement | Relationship | ModelElement[],
  ) => {
    if (identifier) named.set(identifier.toLowerCase(), value)
  }

  const relate = (
    { tokens, line, children }: Statement,
    at: number,
    place: Place,
    identifier?: string,
  ): void => {
    const from = at === 0 ? place.parent : element(tokens[at - 1], place)
    const to = element(tokens[at + 1], place)
    if (!from || !to)
      return void tell(
        line,
        `connection ${tokens.slice(0, at + 2).join(' ')}, whose ends are not known`,
      )
    const [description = '', technology = '', tags = ''] = tokens.slice(at + 2)
    const relationship = { from, to, description, technology, tags: split(tags), line }
    for (const {
      tokens: [keyword = '', ...values],
    } of children) {
      if (keyword === 'tags' || keyword === 'tag') relationship.tags.push(...values.flatMap(split))
      if (keyword === 'technology') relationship.technology = values[0] ?? ''
    }
    name(identifier, workspace.connect(relationship))
    if (implies && isOneOf(STATIC, from.kind) && isOneOf(STATIC, to.kind))
      workspace.imply(relationship)
  }

  const create = (
    kind: ModelElement['kind'],
    statement: Statement,
    values: readonly string[],
    place: Place,
    identifier?: string,
  ) => {
    const fields = new Map(FIELDS[kind].map((field, at) => [field, values[at] ?? '']))
    const of = fields.has('of') ? element(fields.get('of'), place) : undefined
    if (fields.has('of') && !of)
      return void tell(statement.line, `instance of ${values[0]}, which is not known`)
    const title = of?.name ?? fields.get('name') ?? ''
    const path =
      isHierarchical && place.parent && identifier ? `${place.parent.id}.${identifier}` : identifier
    const made = workspace.add(
      {
        kind,
        ...place,
        of,
        name: title,
        line: statement.line,
        properties: new Map(),
        description: fields.get('description') || of?.description || '',
        technology: fields.get('technology') || of?.technology || '',
        instances: fields.get('instances') ?? '',
        tags: [...(of?.tags ?? []), ...split(fields.get('tags') ?? '')],
      },
      path ?? title,
    )
    name(path, made)
    inside(statement.children, { ...place, parent: made, groups: [] })
    return made
  }

  const inside = (statements: readonly Statement[], place: Place): void => {
    for (const statement of statements) {
      const { line, children } = statement
      const isNamed = statement.tokens[1] === '='
      const identifier = isNamed ? statement.tokens[0] : undefined
      const tokens = isNamed ? statement.tokens.slice(2) : statement.tokens
      const [first = '', ...values] = tokens
      const word = first.toLowerCase()
      const keyword =
        archetypes.get(word) ??
        (word === 'instanceof' ? instanceKind(element(values[0], place)) : word)
      const arrow = tokens.findIndex((token) => /^-+(\w+-+)?>$/.test(token))
      if (arrow === 0 || arrow === 1) relate({ ...statement, tokens }, arrow, place, identifier)
      else if (isOneOf(STATIC, keyword) || isOneOf(DEPLOYED, keyword))
        create(keyword, statement, values, place, identifier)
      else if (keyword === 'workspace' || keyword === 'model') {
        if (keyword === 'workspace' && values[0] !== 'extends') workspace.name = values[0] ?? ''
        inside(children, place)
      } else if (keyword === 'views') views.push(...children)
      else if (keyword === 'group' || keyword === 'enterprise') {
        const before = workspace.elements.length
        inside(children, { ...place, groups: [...place.groups, values[0] ?? ''] })
        name(
          identifier,
          workspace.elements.slice(before).filter(({ parent }) => parent === place.parent),
        )
      } else if (keyword === 'deploymentenvironment') {
        for (const key of [identifier, values[0]])
          environments.set((key ?? '').toLowerCase(), values[0] ?? '')
        inside(children, { groups: [], environment: values[0] ?? '' })
      } else if (keyword === 'archetypes') {
        for (const { tokens, line: at } of children) {
          if (tokens[1] === '=')
            archetypes.set((tokens[0] as string).toLowerCase(), (tokens[2] ?? '').toLowerCase())
          tell(at, `archetype ${tokens[0]}: what it presets`)
        }
      } else if (/^!(ref|extend|element)$/.test(keyword) && element(values[0], place)) {
        inside(children, { ...place, parent: element(values[0], place), groups: [] })
      } else if (keyword === '!impliedrelationships') implies = values[0]?.toLowerCase() !== 'false'
      else if (keyword === '!identifiers')
        isHierarchical = values[0]?.toLowerCase() === 'hierarchical'
      else if (place.parent && /^tags?$/.test(keyword))
        place.parent.tags.push(...values.flatMap(split))
      else if (
        place.parent &&
        (keyword === 'description' || keyword === 'technology' || keyword === 'instances')
      )
        place.parent[keyword] = values[0] ?? ''
      else if (place.parent && keyword === 'properties')
        for (const { tokens } of children)
          place.parent.properties.set(tokens[0] ?? '', tokens[1] ?? '')
      else if (!SILENT.test(keyword)) tell(line, first)
    }
  }

  const view = ({ tokens, line, children }: Statement): void => {
    const kind = (tokens[0] ?? '').toLowerCase()
    if (kind === 'styles') {
      for (const { tokens, children: style } of children) {
        const shape = style.find(({ tokens: [key] }) => key?.toLowerCase() === 'shape')?.tokens[1]
        if (tokens[0]?.toLowerCase() === 'element' && shape)
          workspace.shapes.set(tokens[1] ?? '', shape)
      }
    }
    if (!isOneOf(VIEWS, kind)) {
      if (!SILENT.test(kind) && kind !== 'styles') tell(line, tokens.join(' '))
      return
    }
    const rest = tokens.slice(1)
    const of = kind === 'systemlandscape' ? '*' : (rest.shift() ?? '')
    const scope = of === '*' ? undefined : element(of, NOWHERE)
    if (of !== '*' && !scope) return void tell(line, `${tokens[0]} ${of}, which is not known`)
    const first = kind === 'deployment' ? (rest.shift() ?? '') : undefined
    const environment =
      first === undefined ? undefined : (environments.get(first.toLowerCase()) ?? first)
    const leftOut: LeftOut[] = []
    const note = (line: number, what: string) => leftOut.push({ line, what })
    const content =
      kind === 'dynamic'
        ? steps(children, note)
        : shownIn(workspace, { kind, scope, environment }, children, find, note)
    const title = children.find(({ tokens: [key] }) => key?.toLowerCase() === 'title')?.tokens[1]
    for (const {
      tokens: [key = ''],
      line,
    } of children)
      if (/^animation/i.test(key)) note(line, key)
    workspace.views.push({
      kind,
      key: rest[0] ?? '',
      title: title ?? '',
      line,
      scope,
      environment,
      ...content,
      leftOut,
    })
  }

  const steps = (
    statements: readonly Statement[],
    note: typeof tell,
  ): Pick<ModelView, 'elements' | 'relationships'> => {
    const relationships = statements.flatMap(
      ({ tokens: all, line, children }): readonly Relationship[] => {
        const tokens = /^\d[\d.]*:$/.test(all[0] ?? '') ? all.slice(1) : all
        if (children.length > 0) {
          note(line, 'parallel steps, which follow each other')
          return steps(children, note).relationships
        }
        const isPair = tokens[1] === '->'
        const known = isPair ? undefined : find(tokens[0] ?? '')
        const [from, to] = isPair ? [element(tokens[0], NOWHERE), element(tokens[2], NOWHERE)] : []
        const [description = '', technology = ''] = tokens.slice(isPair ? 3 : 1)
        const same = workspace.relationships.find(
          (one) => one === known || (one.from === from && one.to === to),
        )
        if (same)
          return [
            {
              ...same,
              line,
              description: description || same.description,
              technology: technology || same.technology,
            },
          ]
        if (from && to) return [{ from, to, description, technology, tags: [], line }]
        if (!SILENT.test(tokens[0] ?? '') && tokens[0] !== 'title') note(line, tokens.join(' '))
        return []
      },
    )
    return { relationships, elements: new Set(relationships.flatMap(({ from, to }) => [from, to])) }
  }

  inside(dslStatements(text, file, read, workspace.leftOut), NOWHERE)
  replicate(workspace)
  const isView = ({ tokens: [kind = ''] }: Statement) => isOneOf(VIEWS, kind.toLowerCase())
  for (const statement of views.some(isView) ? views : [...views, ...usualViews(workspace)])
    view(statement)
  return workspace
}

/** Structurizr shows the same of a workspace without views: its systems, and the containers of each. */
function usualViews({ elements }: Workspace): Statement[] {
  const all = { tokens: ['include', '*'], line: 1, children: [] }
  const systems = elements.flatMap(({ kind, parent }) =>
    kind === 'container' && parent ? [parent.id] : [],
  )
  const views = [['systemLandscape'], ...[...new Set(systems)].map((id) => ['container', id])]
  return views.map((tokens) => ({ tokens, line: 1, children: [all] }))
}

/** Instances call each other like what they are instances of. */
function replicate(workspace: Workspace): void {
  const instances = groupedBy(workspace.elements, ({ of }) => of)
  for (const relationship of [...workspace.relationships]) {
    for (const from of instances.get(relationship.from) ?? []) {
      for (const to of instances.get(relationship.to) ?? []) {
        if (from.environment === to.environment)
          workspace.connect({ ...relationship, from, to, linked: relationship })
      }
    }
  }
}

const NOWHERE: Place = { groups: [] }
const VIEWS = [
  'systemlandscape',
  'systemcontext',
  'container',
  'component',
  'deployment',
  'dynamic',
] as const
const split = (tags: string) =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  (kinds as readonly string[]).includes(kind)
const instanceKind = (element: ModelElement | undefined) => `${element?.kind ?? 'unknown '}instance`
