/** Statements of elements and relationships in a `workspace.dsl`, and the fields that they set. */
import type { LeftOut } from '../drawing/drawing.ts'
import { addProperties } from './archetypes.ts'
import { isSilent, splitTags } from './dsl-words.ts'
import type { Statement } from './statements.ts'
import { braceAlone, type ModelElement, type Relationship } from './workspace.ts'

type Kind = ModelElement['kind']

/** A statement that may set a field of the element around it. */
interface FieldStatement {
  /** In lower case. */
  readonly keyword: string
  readonly values: readonly string[]
  readonly children: readonly Statement[]
}

/** The values after the keyword, in their order. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
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

/** The kind of element around each kind that has only one. */
export const AROUND: Partial<Record<Kind, Kind>> = {
  container: 'softwaresystem',
  component: 'container',
}

/** Sets a field of the element around the statement; false if it is no such statement. */
export function readField(
  element: ModelElement,
  { keyword, values, children }: FieldStatement,
): boolean {
  if (keyword === 'tag' || keyword === 'tags') {
    element.tags.push(...values.flatMap(splitTags))
    return true
  }
  if (keyword === 'description' || keyword === 'technology' || keyword === 'instances') {
    element[keyword] = values[0] ?? ''
    return true
  }
  if (keyword !== 'properties') return false
  addProperties(children, element.properties)
  return true
}

/** Sets the fields of a relationship; returns the statements that set none. */
export function readRelationshipFields(
  relationship: Pick<Relationship, 'tags' | 'technology'>,
  statements: readonly Statement[],
): LeftOut[] {
  const leftOut: LeftOut[] = []
  for (const { tokens, line } of statements) {
    const [written, ...values] = tokens
    if (written === undefined) throw braceAlone(line)
    const keyword = written.toLowerCase()
    if (keyword === 'tags' || keyword === 'tag') {
      relationship.tags.push(...values.flatMap(splitTags))
    } else if (keyword === 'technology') relationship.technology = values[0] ?? ''
    else if (!isSilent(keyword)) leftOut.push({ line, what: written })
  }
  return leftOut
}
