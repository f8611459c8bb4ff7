/** Reads a `workspace.json`: the model with ids, and views that list what they show. */
import { tryParseJson } from '../../text/parse-json.ts'
import type { LeftOut } from '../drawing/drawing.ts'
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

export function readJson(text: string): Workspace {
  const value = tryParseJson(text)
  if (value === undefined) throw notStructurizr('this is not JSON')
  const root = object(value)
  const model = object(root.model)
  const views = object(root.views)
  const workspace = new Workspace()
  workspace.name = string(root.name)
  const lines = linesOfIds(text)
  const byId = new Map<string, ModelElement>()
  const relations = new Map<string, Relationship>()
  const sources: [ModelElement, Json][] = []
  const separator = string(object(model.properties)['structurizr.groupSeparator'])

  const add = (from: Json, parent: ModelElement | undefined, depth: number): void => {
    if (depth > MOST_DEPTH) throw notStructurizr(`elements are nested more than ${MOST_DEPTH} deep`)
    for (const [list, kind] of Object.entries(KINDS)) {
      for (const one of objects(from[list])) {
        const of = byId.get(string(one.containerId) || string(one.softwareSystemId))
        const properties = new Map(
          Object.entries(object(one.properties)).map(([key, value]) => [key, string(value)]),
        )
        const name = string(one.name) || (of?.name ?? '')
        const group = string(one.group)
        const added = workspace.add(
          {
            kind,
            name,
            of,
            parent,
            properties,
            line: lines.get(string(one.id)) ?? 1,
            description: string(one.description) || (of?.description ?? ''),
            technology: string(one.technology) || string(one.metadata) || (of?.technology ?? ''),
            instances: string(one.instances),
            environment: string(one.environment) || undefined,
            groups: group === '' ? [] : separator === '' ? [group] : group.split(separator),
            tags: [
              ...(of?.tags ?? []),
              ...string(one.tags).split(','),
              string(one.location),
            ].filter(Boolean),
          },
          properties.get('structurizr.dsl.identifier') || name,
        )
        byId.set(string(one.id), added)
        sources.push([added, one])
        add(one, added, depth + 1)
      }
    }
  }
  add(model, undefined, 0)
  for (const [from, one] of sources) {
    for (const relation of objects(one.relationships)) {
      const to = byId.get(string(relation.destinationId))
      const line = lines.get(string(relation.id)) ?? 1
      const description = string(relation.description)
      const technology = string(relation.technology)
      if (to)
        relations.set(
          string(relation.id),
          workspace.connect({ from, to, description, technology, tags: [], line }),
        )
    }
  }
  for (const { tag, shape } of objects(object(object(views.configuration).styles).elements)) {
    workspace.shapes.set(string(tag), string(shape))
  }
  for (const [list, all] of Object.entries(views)) {
    for (const one of objects(all)) {
      const kind = VIEWS[list]
      const key = string(one.key)
      const line = lines.get(key) ?? 1
      if (!kind) workspace.leftOut.push({ line, what: `${list} ${key}` })
      else workspace.views.push(readView(kind, one, line))
    }
  }
  return workspace

  function readView(kind: ModelView['kind'], one: Json, line: number): ModelView {
    const relationships = objects(one.relationships).flatMap((shown): Relationship[] => {
      const known = relations.get(string(shown.id))
      if (!known || kind !== 'dynamic') return known ? [known] : []
      const [from, to] = shown.response === true ? [known.to, known.from] : [known.from, known.to]
      return [{ ...known, from, to, description: string(shown.description) || known.description }]
    })
    const elements = objects(one.elements).flatMap(({ id }) => byId.get(string(id)) ?? [])
    const leftOut: LeftOut[] =
      objects(one.animations).length > 0 ? [{ line, what: 'animation' }] : []
    const scope = byId.get(
      string(one.containerId) || string(one.elementId) || string(one.softwareSystemId),
    )
    return {
      kind,
      key: string(one.key),
      title: string(one.title),
      line,
      scope,
      leftOut,
      environment: string(one.environment) || undefined,
      elements: new Set(elements),
      relationships,
    }
  }
}

/** Lines of the first element, relationship or view with an id or key. */
function linesOfIds(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  let line = 1
  let at = 0
  for (const { index, 1: id = '' } of text.matchAll(/"(?:id|key)"\s*:\s*"([^"\\]*)"/g)) {
    for (; at < index; at++) if (text[at] === '\n') line++
    if (!lines.has(id)) lines.set(id, line)
  }
  return lines
}

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {}
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const string = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
