/** The requests of `topo doctor --service`: few, counted, each sent once, and none once the rate limit is near. */
import { continued } from '../../../api/client.ts'
import type { NextPage } from '../../../api/envelope.ts'
import { readRateLimit } from '../../../api/rate-limit.ts'
import { errorFromReply, type Reply } from '../../../api/reply.ts'
import type { Exchange, Transport } from '../../../api/transport.ts'

/** Requests of one run; enough for all checks. */
const maxRequests = 80
/** Requests that are left to the commands after this one. */
const reserve = 10

export interface ProbeReply extends Reply {
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  readonly isSuccess: boolean
}

type Query = NonNullable<Exchange['query']>

export class DeploymentProbe {
  readonly #transport: Pick<Transport, 'exchange'>
  readonly #baseUrl: string
  readonly #replies = new Map<string, Promise<ProbeReply>>()
  #requests = 0
  #underWay = 0
  #last: Headers | undefined

  constructor(transport: Pick<Transport, 'exchange'>, baseUrl: string) {
    this.#transport = transport
    this.#baseUrl = baseUrl
  }

  /** Requests so far. */
  get requests(): number {
    return this.#requests
  }

  /** Headers of the last reply. */
  get headers(): Headers | undefined {
    return this.#last
  }

  /** A reply of any status; the same request is sent once. */
  get(path: string, query: Query = {}, next?: NextPage): Promise<ProbeReply> {
    const exchange = continued({ method: 'GET', path, query }, next, this.#baseUrl)
    const key = JSON.stringify([exchange.path, exchange.query])
    const known = this.#replies.get(key)
    if (known) return known
    const reply = this.send(exchange).then((answer) => this.#withoutRefusedSize(exchange, answer))
    this.#replies.set(key, reply)
    return reply
  }

  /** Some services refuse a page size instead of capping it: then their own counts. */
  #withoutRefusedSize(exchange: Exchange, reply: ProbeReply): ProbeReply | Promise<ProbeReply> {
    const { limit, pageSize, ...query } = exchange.query ?? {}
    const isRefused = (reply.status === 400 || reply.status === 422) && (limit ?? pageSize) !== undefined
    return isRefused ? this.get(exchange.path, query) : reply
  }

  /**
   * The same for an answer that a check cannot do without.
   * @throws KnownError for a refusal
   */
  async need(path: string, query: Query = {}): Promise<ProbeReply> {
    const reply = await this.get(path, query)
    if (!reply.isSuccess) throw errorFromReply(reply)
    return reply
  }

  /** @throws ProbeStopped instead of a request too many; KnownError if no response arrives. */
  async send(exchange: Exchange): Promise<ProbeReply> {
    const limit = this.#last && readRateLimit(this.#last)
    if (limit && limit.left - this.#underWay <= reserve) {
      const seconds = Math.ceil(limit.seconds)
      throw new ProbeStopped(`only ${limit.left} requests are left, more in ${seconds} s`)
    }
    if (this.#requests >= maxRequests) throw new ProbeStopped(`${maxRequests} requests were sent`)
    this.#requests++
    this.#underWay++
    try {
      const reply = await this.#transport.exchange(exchange)
      this.#last = reply.headers
      const isSuccess = reply.status >= 200 && reply.status < 300
      return { ...reply, json: tryParse(reply.text), isSuccess }
    } finally {
      this.#underWay--
    }
  }
}

/** Thrown instead of a request; the check that wanted it reports it. */
export class ProbeStopped extends Error {}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
