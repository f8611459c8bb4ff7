/** Reads a workspace of Structurizr, as DSL or JSON: one diagram for each view. */
import type { KnownError } from '../../errors.ts'
import { joined } from '../../text/words.ts'
import type {
  Drawing,
  DrawnConnection,
  DrawnGroup,
  DrawnNode,
  DrawnStep,
  LeftOut,
  ReadIncluded,
} from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import { tagsOf } from './expressions.ts'
import { readDsl } from './read-dsl.ts'
import { readJson } from './read-json.ts'
import {
  type ModelElement,
  type ModelView,
  notStructurizr,
  type Relationship,
  type Workspace,
} from './workspace.ts'

const MOST_CHARACTERS = 4 * 1024 * 1024

/**
 * @param file path of the source; what it includes is read relative to its folder
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function readStructurizr(
  text: string,
  file: string,
  readIncluded: ReadIncluded,
): readonly Drawing[] {
  if (text.length > MOST_CHARACTERS) throw notStructurizr('it has more than 4 MiB')
  const workspace = text.trimStart().startsWith('{')
    ? readJson(text)
    : readDsl(text, file, readIncluded)
  const shown = workspace.views.filter(({ elements }) => elements.size > 0)
  const leftOut = [...workspace.leftOut, ...leftOutOfEmpty(workspace.views)]
  const [first, ...others] = shown.map((view) => drawView(view, workspace))
  if (!first) throw nothingDrawn(workspace, leftOut)
  return [{ ...first, leftOut: [...leftOut, ...first.leftOut] }, ...others]
}

/** A view without elements is no drawing, so its statements are left out of the first one. */
const leftOutOfEmpty = (views: readonly ModelView[]): LeftOut[] =>
  views
    .filter(({ elements }) => elements.size === 0)
    .flatMap(({ line, key, title, kind, leftOut }) => [
      { line, what: `view ${key || title || TITLES[kind]}, which shows nothing` },
      ...leftOut,
    ])

/** A file that was not read is the likely reason, so it comes first. */
function nothingDrawn({ unread }: Workspace, leftOut: readonly LeftOut[]): KnownError {
  if (unread === undefined) {
    const hint = 'Add one to "views", such as: systemLandscape { include * }'
    return unreadable(1, 'it has no view that topo draws', hint, leftOut)
  }
  const why = `${unread.what}, and without it there is no view that topo draws`
  const hint = 'topo reads local files of the project: put the file there, or correct its path.'
  return unreadable(unread.line, why, hint, leftOut)
}

const TITLES: Readonly<Record<ModelView['kind'], string>> = {
  custom: 'elements',
  systemlandscape: 'systems',
  systemcontext: 'context',
  container: 'containers',
  component: 'components',
  deployment: 'deployment',
  dynamic: 'dynamic',
}

function drawView(view: ModelView, workspace: Workspace): Drawing {
  const { name, shapes, elements } = workspace
  const leaves = elements.filter(
    (element) => element.kind !== 'deploymentnode' && view.elements.has(element),
  )
  const groups = new ViewGroups(leaves)
  const nodes = leaves.map((leaf) => nodeOf(leaf, groups.findAround(leaf), shapes))
  const relationships = view.relationships.filter(
    ({ from, to }) => groups.isDrawn(from) && groups.isDrawn(to),
  )

  const isDynamic = view.kind === 'dynamic'
  const subject = [view.scope?.name ?? name, view.environment, TITLES[view.kind]]
    .filter(Boolean)
    .join(' ')
  const title = view.title || subject
  return {
    name: view.key || subject,
    title,
    groups: groups.all,
    nodes,
    connections: isDynamic ? connectionsOfSteps(relationships) : relationships.map(connectionOf),
    scenarios: isDynamic ? [{ id: view.key || 'steps', title, steps: stepsOf(relationships) }] : [],
    leftOut: view.leftOut,
    direction: view.direction,
  }
}

/** The groups of one view: those of its author, and a group for each element that contains others. */
class ViewGroups {
  readonly #leafIds: ReadonlySet<string>
  readonly #groups = new Map<string, DrawnGroup>()

  /** @param leaves elements that are drawn as nodes */
  constructor(leaves: readonly ModelElement[]) {
    this.#leafIds = new Set(leaves.map(({ id }) => id))
  }

  get all(): DrawnGroup[] {
    return [...this.#groups.values()]
  }

  isDrawn({ id }: ModelElement): boolean {
    return this.#leafIds.has(id) || this.#groups.has(id)
  }

  /** The id of the innermost group around an element; made now if it is new. */
  findAround({ parent, groups: names }: ModelElement): string | undefined {
    let inner = parent && this.#findFor(parent)
    for (const [index, label] of names.entries()) {
      const path = joined('/', parent?.id, ...names.slice(0, index + 1))
      const id = this.#unusedId(path)
      this.#groups.set(id, { id, label, parent: inner })
      inner = id
    }
    return inner
  }

  #findFor(element: ModelElement): string {
    const { id, isUnnamed, name, instances, description, technology } = element
    const count = instances === '' || instances === '1' ? '' : ` ×${instances}`
    const parent = this.findAround(element)
    if (!this.#groups.has(id)) {
      this.#groups.set(id, {
        id,
        isUnnamed,
        label: `${name}${count}`,
        parent,
        description: describe(technology, description),
      })
    }
    return id
  }

  #unusedId(id: string): string {
    return this.#leafIds.has(id) ? this.#unusedId(`${id} group`) : id
  }
}

function nodeOf(
  element: ModelElement,
  group: string | undefined,
  shapes: Workspace['shapes'],
): DrawnNode {
  return {
    id: element.id,
    isUnnamed: element.isUnnamed,
    label: element.name,
    group,
    line: element.line,
    ...lookOf(element, shapes),
    description: describe(element.technology, element.description),
    external: element.tags.some((tag) => /^external\b/i.test(tag)) || undefined,
  }
}

const describe = (technology: string, description: string) =>
  [technology, description].filter(Boolean).join(': ') || undefined

function connectionOf(relationship: Relationship): DrawnConnection {
  const { from, to, description, technology, line } = relationship
  return {
    from: from.id,
    to: to.id,
    label: description || undefined,
    line,
    protocol: technology || undefined,
    type: typeOf(relationship),
  }
}

function typeOf({ technology, description }: Relationship): DrawnConnection['type'] {
  if (/https?|\brest\b|grpc|graphql|websocket/i.test(technology)) return 'http'
  return /replicat/i.test(description) ? 'replication' : undefined
}

/** One connection for each pair, without what its first step says. */
function connectionsOfSteps(relationships: readonly Relationship[]): DrawnConnection[] {
  const connections = new Map<string, DrawnConnection>()
  for (const relationship of relationships) {
    const { from, to, isResponse } = relationship
    const key = JSON.stringify([from.id, to.id].sort())
    if (connections.has(key)) continue
    const ends = isResponse ? { from: to.id, to: from.id } : {}
    connections.set(key, { ...connectionOf(relationship), ...ends, label: undefined })
  }
  return [...connections.values()]
}

const stepsOf = (relationships: readonly Relationship[]): DrawnStep[] =>
  relationships.map(({ from, to, description }) => ({
    from: from.id,
    to: to.id,
    message: description || undefined,
  }))

/** By the shape in the styles, or by a tag that says as much. */
const LOOKS: readonly (readonly [pattern: RegExp, look: Pick<DrawnNode, 'icon' | 'shape'>])[] = [
  [/cylinder|database|bucket/, { icon: 'database', shape: 'cylinder' }],
  [/pipe|queue|message bus/, { icon: 'queue' }],
  [/person|robot/, { icon: 'user' }],
  [/browser|window/, { icon: 'browser' }],
  [/mobile/, { icon: 'mobile' }],
  [/shell|terminal/, { icon: 'terminal' }],
  [/folder/, { icon: 'storage' }],
  [/load.?balanc/, { icon: 'load-balancer' }],
  [/firewall/, { icon: 'firewall' }],
  [/\bdns\b|route.?53/, { icon: 'dns' }],
  [/hexagon/, { shape: 'hexagon' }],
  [/circle|ellipse/, { shape: 'circle' }],
  [/diamond/, { shape: 'diamond' }],
]

function lookOf(
  element: ModelElement,
  shapes: Workspace['shapes'],
): Pick<DrawnNode, 'icon' | 'shape'> {
  const tags = tagsOf(element)
  const styled = tags.map((tag) => shapes.get(tag)).filter(Boolean)
  const name = element.kind === 'infrastructurenode' ? element.name : ''
  const words = [...styled.slice(-1), ...tags, name].join(' ').toLowerCase()
  return LOOKS.find(([pattern]) => pattern.test(words))?.[1] ?? {}
}
