/** Reads a `workspace.json`: the model with ids, and views that list what they show. */
import { tryParseJson } from '../../text/parse-json.ts'
import type { DrawnDirection } from '../drawing/drawing.ts'
import { splitTags } from './dsl-words.ts'
import { filteredView } from './filtered.ts'
import {
  type ModelElement,
  type ModelView,
  notStructurizr,
  type Relationship,
  STYLES_WITHOUT_SHAPES,
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
  customViews: 'custom',
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

const FILTERED = 'filteredViews'

/** The property that keeps the identifier of a DSL. */
const IDENTIFIER = 'structurizr.dsl.identifier'

const MOST_DEPTH = 50

/**
 * @param includedAt line of the workspace that extends this one: all counts as there
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function readJson(text: string, includedAt?: number): Workspace {
  const value = tryParseJson(text)
  if (value === undefined) throw notStructurizr('this is not JSON', includedAt)
  const lines = includedAt === undefined ? linesOfIds(text) : new Map<string, number>()
  return new JsonReader(lines, includedAt).read(object(value))
}

class JsonReader {
  readonly #workspace = new Workspace()
  /** Lines by id or key. */
  readonly #lines: ReadonlyMap<string, number>
  readonly #firstLine: number
  readonly #elements = new Map<string, ModelElement>()
  readonly #relationships = new Map<string, Relationship>()
  /** Each element with its JSON: relationships are at the element that starts them. */
  readonly #sources: { readonly element: ModelElement; readonly json: Json }[] = []
  /** Between the names of nested groups; without one, groups are not nested. */
  #groupSeparator = ''

  /** @param firstLine the line of all that has none in `lines` */
  constructor(lines: ReadonlyMap<string, number>, firstLine = 1) {
    this.#lines = lines
    this.#firstLine = firstLine
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
    const properties = propertiesOf(json)
    const identifier = properties.get(IDENTIFIER)
    const element = this.#workspace.add(
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
        deploymentGroups: deploymentGroupsOf(json),
        groups: this.#groupsOf(string(json.group)),
        tags: tags.filter(Boolean),
      },
      identifier,
    )
    if (identifier) this.#workspace.identified.set(identifier, element)
    return element
  }

  #groupsOf(group: string): readonly string[] {
    if (group === '') return []
    return this.#groupSeparator === '' ? [group] : group.split(this.#groupSeparator)
  }

  #readRelationships(from: ModelElement, json: Json): void {
    for (const one of objects(json.relationships)) {
      const to = this.#elements.get(string(one.destinationId))
      if (!to) continue
      const relationship = this.#workspace.connect({
        from,
        to,
        description: string(one.description),
        technology: string(one.technology),
        tags: splitTags(string(one.tags)),
        line: this.#lineOf(one.id),
      })
      this.#relationships.set(string(one.id), relationship)
      const identifier = propertiesOf(one).get(IDENTIFIER)
      if (identifier) this.#workspace.identified.set(identifier, relationship)
    }
  }

  #readStyles(views: Json): void {
    const styles = object(object(views.configuration).styles)
    const elements = objects(styles.elements)
    for (const { tag, shape } of elements) {
      this.#workspace.shapes.set(string(tag), string(shape))
    }
    const looks = [...elements, ...objects(styles.relationships)].flatMap(Object.keys)
    if (looks.some((look) => look !== 'tag' && look !== 'shape')) {
      this.#workspace.leftOut.push({ line: this.#firstLine, what: STYLES_WITHOUT_SHAPES })
    }
  }

  #readViews(views: Json): void {
    for (const [list, values] of Object.entries(views)) {
      for (const json of objects(values)) {
        const kind = VIEWS[list]
        const line = this.#lineOf(json.key)
        if (kind) this.#workspace.views.push(this.#readView(kind, json, line))
        else if (list !== FILTERED)
          this.#workspace.leftOut.push({ line, what: `${list} ${string(json.key)}` })
      }
    }
    for (const json of objects(views[FILTERED])) this.#readFiltered(json)
  }

  #readFiltered(json: Json): void {
    const key = string(json.key)
    const line = this.#lineOf(key)
    const base = this.#workspace.views.find((view) => view.key === string(json.baseViewKey))
    if (!base) {
      this.#workspace.leftOut.push({ line, what: `${FILTERED} ${key}` })
      return
    }
    const tags = Array.isArray(json.tags) ? json.tags.map(string) : []
    const filter = { isExclude: string(json.mode) === 'Exclude', tags }
    const head = { key, line, title: string(json.title) }
    this.#workspace.views.push(filteredView(base, filter, head))
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
    const told = kind === 'dynamic' ? string(json.description) : ''
    return {
      kind,
      key: string(json.key),
      title: string(json.title) || told,
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
      isResponse,
      from: isResponse ? to : from,
      to: isResponse ? from : to,
      description: string(shown.description) || description,
    }
  }

  /** @param id an id or key */
  #lineOf(id: unknown): number {
    return this.#lines.get(string(id)) ?? this.#firstLine
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

function propertiesOf(json: Json): Map<string, string> {
  const entries = Object.entries(object(json.properties))
  return new Map(entries.map(([key, value]) => [key, string(value)]))
}

/** The group that all instances are in, unless they name others, is none. */
function deploymentGroupsOf({ deploymentGroups }: Json): string[] {
  const groups = Array.isArray(deploymentGroups) ? deploymentGroups.map(string) : []
  return groups.filter((group) => group !== 'Default')
}

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const string = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
