/** Every operation of the contract with its handler, and what to say of a request that is none. */
import type { Operation } from '../api/contract.ts'
import { contract } from '../api/resources/index.ts'
import { nearest } from '../text/nearest.ts'
import type { AnyHandler } from './http/handler.ts'
import { handlers } from './resources/index.ts'

export interface ServedOperation {
  readonly operation: Operation
  readonly handler: AnyHandler
}

const byName = handlers as unknown as Record<string, Record<string, AnyHandler>>
const parameters = ({ operation }: ServedOperation) => operation.path.split('{').length

/** Those with fewer parameters first, so `/v1/scripts/user` is not taken for a slug. */
export const operations: readonly ServedOperation[] = Object.entries(contract)
  .flatMap(([resource, entries]) =>
    Object.entries(entries as Record<string, Operation>).map(([name, operation]) => ({
      operation,
      handler: byName[resource]?.[name] as AnyHandler,
    })),
  )
  .sort((a, b) => parameters(a) - parameters(b))

/** Why there is no such endpoint, with the one that was probably meant. */
export function describeUnknownEndpoint(method: string, path: string): string {
  const here = operations.filter(({ operation }) => matches(operation.path, path))
  if (here.length > 0) {
    const methods = here.map(({ operation }) => operation.method)
    return `${path} takes ${[...new Set(methods)].join(' or ')}, not ${method}`
  }
  const asked = `${method} ${path}`
  // A path with its own values in place of the parameters is as near as it can be.
  const candidates = operations.map(({ operation }) => `${operation.method} ${fill(operation.path, path)}`)
  const near = nearest(asked, candidates)
  const meant = near === undefined ? undefined : operations[candidates.indexOf(near)]?.operation
  return `there is no ${asked}${meant ? `; did you mean ${meant.method} ${meant.path}?` : ''}`
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
  )
}

function fill(template: string, path: string): string {
  const given = path.split('/')
  return template
    .split('/')
    .map((part, at) => (part.startsWith('{') ? (given[at] ?? part) : part))
    .join('/')
}
