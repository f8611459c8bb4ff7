/** Reads a `workspace.dsl`. Its lines are processed in their order, as Structurizr does. */
import { groupedBy } from '../../grouped.ts'
import type { ReadIncluded } from '../drawing/drawing.ts'
import { isOneOf, VIEWS } from './dsl-words.ts'
import { Identifiers } from './identifiers.ts'
import { ModelReader } from './read-model.ts'
import { ViewReader } from './read-views.ts'
import { dslStatements, type Statement } from './statements.ts'
import { Workspace } from './workspace.ts'

/**
 * @param file path of the source
 * @throws `TOPO_DIAGRAM_INVALID`
 */
export function readDsl(text: string, file: string, read: ReadIncluded): Workspace {
  const workspace = new Workspace()
  const identifiers = new Identifiers()

  const model = new ModelReader(workspace, identifiers)
  model.read(dslStatements(text, file, read, workspace.leftOut))
  replicateForInstances(workspace)

  const views = new ViewReader(workspace, identifiers, model.environments)
  for (const statement of withUsualViews(model.views, workspace)) views.read(statement)
  return workspace
}

/** Structurizr shows the same of a workspace without views: its systems, and the containers of each. */
function withUsualViews(
  views: readonly Statement[],
  { elements }: Workspace,
): readonly Statement[] {
  if (views.some(isView)) return views

  const systems = elements.flatMap(({ kind, parent }) =>
    kind === 'container' && parent ? [parent.id] : [],
  )
  const containers = [...new Set(systems)].map((id) => usualView('container', id))
  return [...views, usualView('systemLandscape'), ...containers]
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
        if (from.environment !== to.environment) continue
        workspace.connect({ ...relationship, from, to, linked: relationship })
      }
    }
  }
}
