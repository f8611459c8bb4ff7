/** Lists the operations of the contract with their handlers, and explains requests that match none. */
import type { Operation } from '../api/contract/contract.ts'
import { contract } from '../api/resources/index.ts'
import { alternatives } from '../text/alternatives.ts'
import { nearest } from '../text/nearest.ts'
import type { AnyHandler } from './resources/handler.ts'
import { handlers } from './resources/index.ts'

export interface ServedOperation {
  /** `scripts.create` */
  readonly name: string
  readonly operation: Operation
  readonly handler: AnyHandler
}

const byName = handlers as unknown as Record<string, Record<string, AnyHandler>>
const parameters = ({ operation }: ServedOperation) => operation.path.split('{').length

/** Paths with fewer parameters first, so that `/v1/scripts/user` is not read as a slug. */
export const operations: readonly ServedOperation[] = Object.entries(contract)
  .flatMap(([resource, entries]) =>
    Object.entries(entries as Record<string, Operation>).map(([name, operation]) => ({
      name: `${resource}.${name}`,
      operation,
      handler: byName[resource]?.[name] as AnyHandler,
    })),
  )
  .sort((a, b) => parameters(a) - parameters(b))

/** The operation of a request, if the contract has one. */
export const findOperation = (method: string, path: string): ServedOperation | undefined =>
  operations.find(({ operation }) => operation.method === method && matches(operation.path, path))

/** Explains an unknown endpoint and suggests a similar one. */
export function describeUnknownEndpoint(method: string, path: string): string {
  const here = operations.filter(({ operation }) => matches(operation.path, path))
  if (here.length > 0) {
    const methods = here.map(({ operation }) => operation.method)
    return `${path} takes ${alternatives(new Set(methods))}, not ${method}`
  }
  const asked = `${method} ${path}`
  // Filling the parameters from the request makes the paths comparable.
  const candidates = operations.map(
    ({ operation }) => `${operation.method} ${fill(operation.path, path)}`,
  )
  const near = nearest(asked, candidates)
  const meant = near === undefined ? undefined : operations[candidates.indexOf(near)]?.operation
  return `${asked} does not exist${meant ? `; did you mean ${meant.method} ${meant.path}?` : ''}`
}

function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => {
      const isParameter = part.startsWith('{')
      return isParameter ? given[at] !== '' : part === given[at]
    })
  )
}

function fill(template: string, path: string): string {
  const given = path.split('/')
  return template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (given[at] ?? part) : part))
    .join('/')
}
