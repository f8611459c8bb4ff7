/** Paths and parameters of the operations, as OpenAPI has them. */
import type { Operation } from '../../api/contract/contract.ts'
import type { JsonSchema } from './components.ts'

/** OpenAPI allows one name for a parameter at one place, and the contract has two: `id` and `idOrSlug`. */
export const pathOf = ({ path }: Pick<Operation, 'path'>): string =>
  path.replace('{idOrSlug}', '{id}')

const pathParameters: Readonly<Record<string, string>> = {
  id: 'Id.',
  idOrSlug: 'Id or slug.',
  slug: 'Slug.',
  userId: 'Id of a user.',
  username: 'Name of a user.',
  scriptId: 'Id of a script.',
  commentId: 'Id of a comment.',
  invitationId: 'Id of an invitation.',
  versionNumber: 'Number of a version, from 1.',
  token: 'Token of a share URL.',
}

const queryParameters: Readonly<Record<string, string>> = {
  query: 'Words to search for.',
  category: 'Only this category.',
  tag: 'Only scripts with this tag.',
  page: 'Number of the page, from 1. Default: 1.',
  pageSize: 'Scripts of a page. Default: 20; more than 100 count as 100.',
  limit: 'Most items. Default: 20; more than 100 count as 100.',
  offset: 'Items to skip. Default: 0.',
  targetType: 'Only comments on this kind of target.',
  targetId: 'Only comments on this node or edge.',
  slugs: 'Slugs, separated by commas.',
  days: 'Days before today. Default: 30.',
}

/** Parameters of the path, then those of the query in the order of the contract. */
export function parametersOf(operation: Operation, query: JsonSchema): JsonSchema[] {
  const { properties = {}, required = [] } = query as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  return [
    ...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name: name === 'idOrSlug' ? 'id' : name,
      in: 'path',
      required: true,
      description: pathParameters[name],
      schema: { type: 'string' },
    })),
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      description: queryParameters[name],
      schema,
    })),
  ]
}
