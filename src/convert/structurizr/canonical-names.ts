/** Finds elements by names such as `Container://Shop.Web`, for elements that have no identifier. */
import { lineage, type ModelElement } from './workspace.ts'

const SCHEMES: Readonly<Record<string, ModelElement['kind']>> = {
  custom: 'element',
  person: 'person',
  softwaresystem: 'softwaresystem',
  container: 'container',
  component: 'component',
  deploymentnode: 'deploymentnode',
  infrastructurenode: 'infrastructurenode',
}

export function findCanonical(
  name: string,
  elements: readonly ModelElement[],
): ModelElement | undefined {
  const [, scheme = '', path] = /^(\w+):\/\/(.+)$/.exec(name) ?? []
  const kind = SCHEMES[scheme.toLowerCase()]
  return elements.find((element) => element.kind === kind && canonicalPath(element) === path)
}

function canonicalPath(element: ModelElement): string {
  const names = lineage(element).map(({ name }) => name.replace(/[./]/g, ''))
  if (element.environment === undefined) return names.toReversed().join('.')
  return [...names, element.environment].toReversed().join('/')
}
