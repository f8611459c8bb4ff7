/** Reads a workspace of Structurizr, as DSL or JSON: one diagram for each view. */
import type {
  Drawing,
  DrawnConnection,
  DrawnGroup,
  DrawnNode,
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
  const [first, ...others] = workspace.views
    .filter(({ elements }) => elements.size > 0)
    .map((view) => drawView(view, workspace))
  if (!first)
    throw unreadable(
      1,
      'it has no view that topo draws',
      'Add one to "views", such as: systemLandscape { include * }',
    )
  return [{ ...first, leftOut: [...workspace.leftOut, ...first.leftOut] }, ...others]
}

const TITLES: Readonly<Record<ModelView['kind'], string>> = {
  systemlandscape: 'systems',
  systemcontext: 'context',
  container: 'containers',
  component: 'components',
  deployment: 'deployment',
  dynamic: 'dynamic',
}

function drawView(view: ModelView, { name, shapes, elements }: Workspace): Drawing {
  const groups = new Map<string, DrawnGroup>()
  const leaves = elements.filter((one) => one.kind !== 'deploymentnode' && view.elements.has(one))
  const ids = new Set(leaves.map(({ id }) => id))
  const unused = (id: string): string => (ids.has(id) ? unused(`${id} group`) : id)
  /** The id of the innermost group around an element. */
  const groupOf = ({ parent, groups: names }: ModelElement): string | undefined => {
    let inner = parent && groupFor(parent)
    for (const [at, label] of names.entries()) {
      const id = unused([parent?.id, ...names.slice(0, at + 1)].filter(Boolean).join('/'))
      groups.set(id, { id, label, parent: inner })
      inner = id
    }
    return inner
  }
  const groupFor = (element: ModelElement): string => {
    const { id, name: label, instances, description, technology } = element
    const count = instances === '' || instances === '1' ? '' : ` ×${instances}`
    const parent = groupOf(element)
    if (!groups.has(id))
      groups.set(id, {
        id,
        label: `${label}${count}`,
        parent,
        description: words(technology, description),
      })
    return id
  }
  const nodes = leaves.map(
    (element): DrawnNode => ({
      id: element.id,
      label: element.name,
      group: groupOf(element),
      line: element.line,
      ...lookOf(element, shapes),
      description: words(element.technology, element.description),
      external: element.tags.some((tag) => /^external\b/i.test(tag)) || undefined,
    }),
  )
  const isDynamic = view.kind === 'dynamic'
  const isDrawn = (one: ModelElement) => ids.has(one.id) || groups.has(one.id)
  const drawn = view.relationships.filter(({ from, to }) => isDrawn(from) && isDrawn(to))
  const pairs = new Set<string>()
  const connections = drawn.flatMap((one): DrawnConnection[] => {
    const pair = JSON.stringify([one.from.id, one.to.id])
    const reverse = JSON.stringify([one.to.id, one.from.id])
    if (isDynamic && (pairs.has(pair) || pairs.has(reverse))) return []
    pairs.add(pair)
    return [connectionOf(one, isDynamic)]
  })
  const subject = [view.scope?.name ?? name, view.environment, TITLES[view.kind]].filter(Boolean)
  const title = view.title || subject.join(' ')
  const steps = drawn.map(({ from, to, description }) => ({
    from: from.id,
    to: to.id,
    message: description || undefined,
  }))
  return {
    name: view.key || subject.join(' '),
    title,
    groups: [...groups.values()],
    nodes,
    connections,
    scenarios: isDynamic ? [{ id: view.key || 'steps', title, steps }] : [],
    leftOut: view.leftOut,
  }
}

const words = (technology: string, description: string) =>
  [technology, description].filter(Boolean).join(': ') || undefined

function connectionOf(
  { from, to, description, technology, line }: Relationship,
  isDynamic: boolean,
): DrawnConnection {
  const isHttp = /https?|\brest\b|grpc|graphql|websocket/i.test(technology)
  return {
    from: from.id,
    to: to.id,
    label: isDynamic ? undefined : description || undefined,
    line,
    protocol: technology || undefined,
    type: isHttp ? 'http' : /replicat/i.test(description) ? 'replication' : undefined,
  }
}

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
  const name = element.kind === 'infrastructurenode' ? element.name : ''
  const says = [
    ...tags
      .map((tag) => shapes.get(tag))
      .filter(Boolean)
      .slice(-1),
    ...tags,
    name,
  ]
    .join(' ')
    .toLowerCase()
  return LOOKS.find(([pattern]) => pattern.test(says))?.[1] ?? {}
}
