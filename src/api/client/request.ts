/** Makes requests of operations: strict with what topo sends. */
import * as z from 'zod/mini'
import { usageError } from '../../errors.ts'
import { valueFor } from '../../grouped.ts'
import { placedIssue } from '../../text/issue-in-words.ts'
import type { NextPage } from '../answers/envelope.ts'
import type { Operation } from '../contract/contract.ts'
import type { Exchange } from '../transport/transport.ts'

/** Input of any operation. */
export interface Parts {
  params?: Record<string, string>
  query?: object
  body?: object
  /** Continues a list where its last page ended. */
  next?: NextPage | undefined
}

/** Builds the exchange; refuses fields that the contract does not define. */
export function requestOf(operation: Operation, parts: Parts): Exchange {
  const { method, path } = operation
  const pathSegment = (name: string) => segment(parts.params?.[name] ?? '')
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_match, name: string) => pathSegment(name)),
    query: parseInput(operation.query, parts.query ?? {}, `${method} ${path}`) as NonNullable<
      Exchange['query']
    >,
    body: parts.body && parseInput(operation.body, parts.body, `${method} ${path}`),
  }
}

/** The request for the next page, in the words of the service; an address must be below the base URL. */
export function continued(
  exchange: Exchange,
  next: NextPage | undefined,
  baseUrl: string,
): Exchange {
  if (next === undefined) return exchange
  if ('query' in next) {
    const { offset: _offset, page: _page, ...query } = exchange.query ?? {}
    return { ...exchange, query: { ...query, ...next.query } }
  }
  const here = baseUrl + exchange.path
  // Behind a proxy, a service may write its inner address: only path and query count.
  const { pathname, search } = URL.canParse(next.address, here)
    ? new URL(next.address, here)
    : new URL(here)
  const address = new URL(pathname + search, here).href
  return address.startsWith(`${baseUrl}/`)
    ? { ...exchange, path: address.slice(baseUrl.length), query: {} }
    : exchange
}

/** Encodes a path segment. Rejects the three values that would name another path in any encoding, and half characters. */
function segment(value: string): string {
  if (!['', '.', '..'].includes(value) && !/\p{Surrogate}/u.test(value))
    return encodeURIComponent(value)
  throw usageError(`"${value}" is not a valid slug, id or name.`, {
    hint: 'Use a slug, an id or a name.',
  })
}

/** Each made once: a new schema is compiled at its first use. */
const strictSchemas = new WeakMap<z.ZodMiniObject, z.ZodMiniObject>()

const strictOf = (schema: z.ZodMiniObject) =>
  valueFor(strictSchemas, schema, () => z.strictObject(schema.shape))

function parseInput(schema: z.ZodMiniObject, value: object, operation: string): unknown {
  const result = strictOf(schema).safeParse(value)
  if (result.success) return result.data
  throw usageError(
    `${operation} was not sent: ${placedIssue(result.error.issues[0], 'the request')}.`,
    {
      hint: 'Correct the value and run the command again.',
    },
  )
}
