/** Reads a `workspace.dsl`. Its lines are processed in their order, as Structurizr does. */
import { groupedBy } from '../../grouped.ts'
import type { ReadIncluded } from '../drawing/drawing.ts'
import { areInSameGroup } from './deployment-groups.ts'
import { isOneOf, VIEWS } from './dsl-words.ts'
import { Identifiers } from './identifiers.ts'
import { readJson } from './read-json.ts'
import { ModelReader } from './read-model.ts'
import { ViewReader } from './read-views.ts'
import { dslStatements, type Statement } from './statements.ts'
import { Workspace } from './workspace.ts'

/**
 * @param file path of the source
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function readDsl(text: string, file: string, read: ReadIncluded): Workspace {
  const { statements, base, hasUsualViews, leftOut, unread } = dslStatements(text, file, read)
  const workspace = base ? readJson(base.text, base.line) : new Workspace()
  workspace.leftOut.push(...leftOut)
  workspace.unread = unread
  const identifiers = new Identifiers()
  for (const [identifier, item] of workspace.identified) identifiers.assign(identifier, item)

  const model = new ModelReader(workspace, identifiers)
  model.read(statements)
  replicateForInstances(workspace)

  const views = new ViewReader(workspace, identifiers, model.environments)
  const isWithoutViews = workspace.views.length === 0 && !model.views.some(isView)
  for (const statement of model.views) views.read(statement)
  if (hasUsualViews || isWithoutViews) {
    const written = workspace.views.length
    for (const statement of usualViews(workspace, identifiers)) views.read(statement)
    // Nobody wrote these views, so nobody misses one that shows nothing.
    const usual = workspace.views.splice(written)
    workspace.views.push(...usual.filter(({ elements }) => elements.size > 0))
  }
  return workspace
}

/**
 * Structurizr shows the same of a workspace without views: its systems, what is inside of each, and its environments.
 * It also has a view of each system with its neighbours: all of these are in the first.
 */
function usualViews({ elements }: Workspace, identifiers: Identifiers): readonly Statement[] {
  const insides = (['container', 'component'] as const).flatMap((kind) => {
    const parts = elements.filter((element) => element.kind === kind)
    const parents = new Set(parts.flatMap(({ parent }) => parent ?? []))
    return [...parents].map((parent) => usualView(kind, identifiers.identifierOf(parent)))
  })
  const environments = new Set(elements.flatMap(({ environment }) => environment ?? []))
  const deployments = [...environments].map((name) => usualView('deployment', '*', name))
  return [usualView('systemLandscape'), ...insides, ...deployments]
}

const isView = ({ tokens: [kind = ''] }: Statement) => isOneOf(VIEWS, kind.toLowerCase())

function usualView(...tokens: readonly string[]): Statement {
  const all = { tokens: ['include', '*'], line: 1, children: [] }
  return { tokens, line: 1, children: [all] }
}

/** Instances call each other like what they are instances of. */
function replicateForInstances(workspace: Workspace): void {
  const instances = groupedBy(workspace.elements, ({ of }) => of)
  for (const relationship of [...workspace.relationships]) {
    for (const from of instances.get(relationship.from) ?? []) {
      for (const to of instances.get(relationship.to) ?? []) {
        if (from.environment !== to.environment || !areInSameGroup(from, to)) continue
        workspace.connect({ ...relationship, from, to, linked: relationship })
      }
    }
  }
}
