/** Client with one method per operation of the contract: strict with requests, tolerant with answers. */
import * as z from 'zod/mini'
import { KnownError, usageError } from '../errors.ts'
import { valueFor } from '../grouped.ts'
import { placedIssue } from '../text/issue-in-words.ts'
import type { Operation, PathParameters, Resource } from './contract.ts'
import { findList, findRecord, isRecord, type NextPage, type UntypedRecord } from './envelope.ts'
import { type RequestInfo, unexpectedAnswer } from './network-errors.ts'
import { readAnswer } from './read-answer.ts'
import type { Page } from './read-list.ts'
import { errorFromReply, type Reply } from './reply.ts'
import { type Contract, contract } from './resources/index.ts'
import type { Exchange, Transport } from './transport.ts'

/** Input of an operation: only the parts that it has. */
export type Input<O> =
  O extends Operation<infer P, infer _A, infer Q, infer B, infer _R>
    ? Part<'params', PathParameters<P>> &
        Part<'query', z.input<Q>> &
        Part<'body', z.input<B>> &
        (O extends ListOperation ? { readonly next?: NextPage | undefined } : unknown)
    : never

interface ListOperation {
  response: z.ZodMiniType<{ items: readonly unknown[] }>
}

/** Optional if nothing in the part is required; absent if the part is empty. */
type Part<Name extends string, T> = unknown extends T
  ? unknown
  : keyof T extends never
    ? unknown
    : Record<never, never> extends T
      ? { readonly [K in Name]?: T }
      : { readonly [K in Name]: T }

/**
 * Inferred answers are returned unchecked, but their lists are found. A write returns what the service answered, which
 * may be nothing of the record.
 */
export type Output<O> = O extends ListOperation
  ? O extends { lenient: true }
    ? Page<UntypedRecord>
    : ListOutput<O>
  : O extends { lenient: true }
    ? unknown
    : O extends { method: 'GET'; response: infer R extends z.ZodMiniType }
      ? z.output<R>
      : O extends { response: infer R extends z.ZodMiniType }
        ? Thin<z.output<R>>
        : never

type ListOutput<O extends ListOperation> = z.output<O['response']> & { next?: NextPage | undefined }
type Thin<T> = T extends { item: infer Item } ? Omit<T, 'item'> & { item: Partial<Item> } : T

type Call<O> =
  unknown extends Input<O>
    ? () => Promise<Output<O>>
    : Record<never, never> extends Input<O>
      ? (input?: Input<O>) => Promise<Output<O>>
      : (input: Input<O>) => Promise<Output<O>>

type ResourceClient<R extends Resource> = { readonly [K in keyof R]: Call<R[K]> }

/** `client.scripts.get({ params: { idOrSlug } })`, and so on for every operation. Failures are KnownErrors. */
export type Client = { readonly [K in keyof Contract]: ResourceClient<Contract[K]> }

interface Parts {
  params?: Record<string, string>
  query?: object
  body?: object
  /** Continues a list where its last page ended. */
  next?: NextPage | undefined
}

export function createClient({ send }: Pick<Transport, 'send'>, baseUrl: string): Client {
  let hasNumericRevisions = false
  /** The service refuses the page size of topo; without one, it uses its own. */
  let refusesPageSize = false
  const calls = (resource: Resource) =>
    Object.fromEntries(
      Object.entries(resource).map(([name, operation]) => [
        name,
        async (parts: Parts = {}) => {
          const exchange = continued(request(operation, parts), parts.next, baseUrl)
          if (hasNumericRevisions) exchange.body = withNumericRevision(exchange.body)
          let asked: RequestInfo = {
            method: exchange.method,
            url: new URL(baseUrl + exchange.path),
          }
          let reply: Reply | undefined
          const ask = (asking: Exchange) =>
            send(asking, (received) => {
              asked = reply = received
            })
          const unsized = withoutPageSize(exchange)
          const first = refusesPageSize ? unsized : exchange
          const sent = await ask(first).catch(async (error: unknown) => {
            if (first === unsized || !isInvalid(error)) throw error
            const answer = await ask(unsized)
            refusesPageSize = true
            return answer
          })
          hasNumericRevisions ||= hasNumericRevision(sent)
          if (reply && isRefusal(sent)) throw errorFromReply(reply)
          const read = readAnswer(operation, sent, reply?.headers)
          if (reply && 'missing' in read) throw errorFromReply({ ...reply, status: 404 })
          if (!('data' in read))
            throw unexpectedAnswer(asked, `it ${read.problem}`, {
              isForeign: read.foreign === true,
            })
          if (asked.address) asked.address.isUnderstood = true
          return refusesPageSize && isRecord(read.data)
            ? { ...read.data, hasOwnSize: true }
            : read.data
        },
      ]),
    )
  return Object.fromEntries(
    Object.entries(contract).map(([name, resource]) => [name, calls(resource)]),
  ) as unknown as Client
}

function withoutPageSize(exchange: Exchange): Exchange {
  const { limit, pageSize, ...query } = exchange.query ?? {}
  return limit === undefined && pageSize === undefined ? exchange : { ...exchange, query }
}

const isInvalid = (error: unknown): boolean =>
  error instanceof KnownError && (error.status === 400 || error.status === 422)

/** Some deployments refuse with a status of success. */
const isRefusal = (answer: unknown): boolean =>
  isRecord(answer) &&
  (answer.ok === false || answer.success === false) &&
  findRecord(answer) === undefined

/** Some deployments write revisions as numbers, and expect them back so. */
function hasNumericRevision(answer: unknown): boolean {
  const script = findRecord(answer) ?? findList(answer)?.items[0]
  return isRecord(script) && typeof script.updatedAt === 'number'
}

function withNumericRevision(body: unknown): unknown {
  if (!isRecord(body) || !/^\d+(?:\.\d+)?$/.test(String(body.expectedUpdatedAt))) return body
  return { ...body, expectedUpdatedAt: Number(body.expectedUpdatedAt) }
}

/** Builds the exchange; refuses fields that the contract does not define. */
function request(operation: Operation, parts: Parts): Exchange {
  const { method, path } = operation
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(parts.params?.[name] ?? '')),
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
    code: 'TOPO_REQUEST_INVALID',
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
      code: 'TOPO_REQUEST_INVALID',
      hint: 'Correct the value and run the command again.',
    },
  )
}
