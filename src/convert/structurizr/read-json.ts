/** Reads a `workspace.json`: the model with ids, and views that list what they show. */
import { tryParseJson } from '../../text/parse-json.ts'
import type { DrawnDirection } from '../drawing/drawing.ts'
import {
  type ModelElement,
  type ModelView,
  notStructurizr,
  type Relationship,
  Workspace,
} from './workspace.ts'

type Json = Readonly<Record<string, unknown>>

const VIEWS: Readonly<Record<string, ModelView['kind']>> = {
  systemLandscapeViews: 'systemlandscape',
  systemContextViews: 'systemcontext',
  containerViews: 'container',
  componentViews: 'component',
  deploymentViews: 'deployment',
  dynamicViews: 'dynamic',
}

/** Where a list of the model has which elements. */
const KINDS: Readonly<Record<string, ModelElement['kind']>> = {
  people: 'person',
  softwareSystems: 'softwaresystem',
  customElements: 'element',
  containers: 'container',
  components: 'component',
  deploymentNodes: 'deploymentnode',
  children: 'deploymentnode',
  infrastructureNodes: 'infrastructurenode',
  softwareSystemInstances: 'softwaresysteminstance',
  containerInstances: 'containerinstance',
}

const MOST_DEPTH = 50

/** @throws `TOPO_DIAGRAM_INVALID` */
export function readJson(text: string): Workspace {
  const value = tryParseJson(text)
  if (value === undefined) throw notStructurizr('this is not JSON')
  return new JsonReader(linesOfIds(text)).read(object(value))
}

class JsonReader {
  readonly #workspace = new Workspace()
  /** Lines by id or key. */
  readonly #lines: ReadonlyMap<string, number>
  readonly #elements = new Map<string, ModelElement>()
  readonly #relationships = new Map<string, Relationship>()
  /** Each element with its JSON: relationships are at the element that starts them. */
  readonly #sources: { readonly element: ModelElement; readonly json: Json }[] = []
  /** Between the names of nested groups; without one, groups are not nested. */
  #groupSeparator = ''

  constructor(lines: ReadonlyMap<string, number>) {
    this.#lines = lines
  }

  read(root: Json): Workspace {
    const model = object(root.model)
    const views = object(root.views)
    this.#workspace.name = string(root.name)
    this.#groupSeparator = string(object(model.properties)['structurizr.groupSeparator'])
    this.#readElements(model, undefined, 0)
    for (const { element, json } of this.#sources) this.#readRelationships(element, json)
    this.#readStyles(views)
    this.#readViews(views)
    return this.#workspace
  }

  #readElements(container: Json, parent: ModelElement | undefined, depth: number): void {
    if (depth > MOST_DEPTH) throw notStructurizr(`elements are nested more than ${MOST_DEPTH} deep`)
    for (const [list, kind] of Object.entries(KINDS)) {
      for (const json of objects(container[list])) {
        const element = this.#readElement(kind, json, parent)
        this.#elements.set(string(json.id), element)
        this.#sources.push({ element, json })
        this.#readElements(json, element, depth + 1)
      }
    }
  }

  #readElement(
    kind: ModelElement['kind'],
    json: Json,
    parent: ModelElement | undefined,
  ): ModelElement {
    const of = this.#elements.get(string(json.containerId) || string(json.softwareSystemId))
    const name = string(json.name) || (of?.name ?? '')
    const technology = string(json.technology) || string(json.metadata)
    const ownTags = string(json.tags).split(',')
    const tags = [...(of?.tags ?? []), ...ownTags, string(json.location)]
    const properties = new Map<string, string>()
    for (const [key, value] of Object.entries(object(json.properties))) {
      properties.set(key, string(value))
    }
    return this.#workspace.add(
      {
        kind,
        name,
        of,
        parent,
        properties,
        line: this.#lineOf(json.id),
        description: string(json.description) || (of?.description ?? ''),
        technology: technology || (of?.technology ?? ''),
        instances: string(json.instances),
        environment: string(json.environment) || undefined,
        groups: this.#groupsOf(string(json.group)),
        tags: tags.filter(Boolean),
      },
      properties.get('structurizr.dsl.identifier') || name,
    )
  }

  #groupsOf(group: string): readonly string[] {
    if (group === '') return []
    return this.#groupSeparator === '' ? [group] : group.split(this.#groupSeparator)
  }

  #readRelationships(from: ModelElement, json: Json): void {
    for (const { id, destinationId, description, technology } of objects(json.relationships)) {
      const to = this.#elements.get(string(destinationId))
      if (!to) continue
      const relationship = this.#workspace.connect({
        from,
        to,
        description: string(description),
        technology: string(technology),
        tags: [],
        line: this.#lineOf(id),
      })
      this.#relationships.set(string(id), relationship)
    }
  }

  #readStyles(views: Json): void {
    const { elements } = object(object(views.configuration).styles)
    for (const { tag, shape } of objects(elements)) {
      this.#workspace.shapes.set(string(tag), string(shape))
    }
  }

  #readViews(views: Json): void {
    for (const [list, values] of Object.entries(views)) {
      for (const json of objects(values)) {
        const kind = VIEWS[list]
        const line = this.#lineOf(json.key)
        if (kind) this.#workspace.views.push(this.#readView(kind, json, line))
        else this.#workspace.leftOut.push({ line, what: `${list} ${string(json.key)}` })
      }
    }
  }

  #readView(kind: ModelView['kind'], json: Json, line: number): ModelView {
    const scope =
      string(json.containerId) || string(json.elementId) || string(json.softwareSystemId)
    const elements = objects(json.elements).flatMap(
      ({ id }) => this.#elements.get(string(id)) ?? [],
    )
    const relationships = objects(json.relationships).flatMap(
      (shown) => this.#readShown(kind, shown) ?? [],
    )
    const isAnimated = objects(json.animations).length > 0
    return {
      kind,
      key: string(json.key),
      title: string(json.title),
      line,
      scope: this.#elements.get(scope),
      leftOut: isAnimated ? [{ line, what: 'animation' }] : [],
      environment: string(json.environment) || undefined,
      direction: rankDirections.get(string(object(json.automaticLayout).rankDirection)),
      elements: new Set(elements),
      relationships,
    }
  }

  /** A relationship in a view; in a dynamic view it is a step, and may be a response. */
  #readShown(kind: ModelView['kind'], shown: Json): Relationship | undefined {
    const relationship = this.#relationships.get(string(shown.id))
    if (!relationship || kind !== 'dynamic') return relationship
    const { from, to, description } = relationship
    const isResponse = shown.response === true
    return {
      ...relationship,
      from: isResponse ? to : from,
      to: isResponse ? from : to,
      description: string(shown.description) || description,
    }
  }

  /** @param id an id or key */
  #lineOf(id: unknown): number {
    return this.#lines.get(string(id)) ?? 1
  }
}

/** The words of an automatic layout that are not down. */
const rankDirections: ReadonlyMap<string, DrawnDirection> = new Map([
  ['LeftRight', 'right'],
  ['BottomTop', 'up'],
  ['RightLeft', 'left'],
])

/** Lines of the first element, relationship or view with an id or key. */
function linesOfIds(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  let line = 1
  let position = 0
  for (const { index, 1: id = '' } of text.matchAll(/"(?:id|key)"\s*:\s*"([^"\\]*)"/g)) {
    for (; position < index; position++) if (text[position] === '\n') line++
    if (!lines.has(id)) lines.set(id, line)
  }
  return lines
}

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const string = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
