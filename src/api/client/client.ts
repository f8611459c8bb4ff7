/** Client with one method per operation of the contract: strict with requests, tolerant with answers. */
import type * as z from 'zod/mini'
import type { Clock } from '../../clock.ts'
import { KnownError } from '../../errors.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import { findList, findRecord, type NextPage } from '../answers/envelope.ts'
import { readAnswer } from '../answers/read-answer.ts'
import type { Operation, PathParameters, Resource } from '../contract/contract.ts'
import { type Contract, contract } from '../resources/index.ts'
import { unexpectedAnswer } from '../transport/network-errors.ts'
import { errorFromReply, type Reply } from '../transport/reply.ts'
import type { Exchange, Transport } from '../transport/transport.ts'
import type { Page } from './list-pages.ts'
import { continued, type Parts, requestOf } from './request.ts'

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
export type Client = { readonly [K in keyof Contract]: ResourceClient<Contract[K]> } & {
  /** That of the transport: who sends several requests makes its pauses by it. */
  readonly clock: Clock
}

export function createClient(
  transport: Pick<Transport, 'send' | 'clock'>,
  baseUrl: string,
): Client {
  const caller = new OperationCaller(transport, baseUrl)
  const callsOf = (resource: Resource) =>
    Object.fromEntries(
      Object.entries(resource).map(([name, operation]) => [
        name,
        (parts: Parts = {}) => caller.call(operation, parts),
      ]),
    )
  const resources = Object.entries(contract).map(([name, resource]) => [name, callsOf(resource)])
  const { clock } = transport
  return { ...Object.fromEntries(resources), clock } as unknown as Client
}

interface Answered {
  readonly answer: unknown
  readonly reply: Reply | undefined
}

/** Calls operations, and remembers in which forms the service wants requests. */
class OperationCaller {
  readonly #transport: Pick<Transport, 'send'>
  readonly #baseUrl: string
  #hasNumericRevisions = false
  /** The service refuses the page size of topo; without one, it uses its own. */
  #refusesPageSize = false

  constructor(transport: Pick<Transport, 'send'>, baseUrl: string) {
    this.#transport = transport
    this.#baseUrl = baseUrl
  }

  async call(operation: Operation, parts: Parts): Promise<unknown> {
    const exchange = this.#exchangeOf(operation, parts)
    const { answer, reply } = await this.#askInSizes(exchange)
    this.#hasNumericRevisions ||= hasNumericRevision(answer)
    if (reply && isRefusal(answer)) throw errorFromReply(reply)

    const read = readAnswer(operation, answer, reply?.headers)
    if (reply && 'missing' in read) throw errorFromReply({ ...reply, status: 404 })
    const info = reply ?? { method: exchange.method, url: new URL(this.#baseUrl + exchange.path) }
    if (!('data' in read)) {
      const isForeign = read.foreign === true
      throw unexpectedAnswer(info, `it ${read.problem}`, { isForeign })
    }
    if (reply) reply.address.isUnderstood = true
    const tellsSize = this.#refusesPageSize && isRecord(read.data)
    return tellsSize ? { ...(read.data as object), hasOwnSize: true } : read.data
  }

  #exchangeOf(operation: Operation, parts: Parts): Exchange {
    const exchange = continued(requestOf(operation, parts), parts.next, this.#baseUrl)
    if (this.#hasNumericRevisions) exchange.body = withNumericRevision(exchange.body)
    return exchange
  }

  /** Asks without a page size where the service refuses that of topo. */
  async #askInSizes(exchange: Exchange): Promise<Answered> {
    const unsized = withoutPageSize(exchange)
    const first = this.#refusesPageSize ? unsized : exchange
    try {
      return await this.#ask(first)
    } catch (error) {
      if (first === unsized || !isInvalid(error)) throw error
      const answered = await this.#ask(unsized)
      this.#refusesPageSize = true
      return answered
    }
  }

  async #ask(exchange: Exchange): Promise<Answered> {
    const replies: Reply[] = []
    const answer = await this.#transport.send(exchange, (reply) => replies.push(reply))
    return { answer, reply: replies.at(-1) }
  }
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
