/** An accent rewrites requests and answers of the embedded service, so that it answers as another deployment may. */
import type { Operation } from '../../api/contract.ts'
import type { Database } from '../database/database.ts'
import type { AccentRules } from '../rules/accent-rules.ts'
import type { NumericIds } from './numeric-ids.ts'

/** A request as it arrived. */
export interface AccentCall {
  readonly method: string
  /** The whole address, with its query. */
  readonly url: string
  /** Undefined for an unknown endpoint. */
  readonly operation: Operation | undefined
  readonly query: Readonly<Record<string, string>>
  readonly database: Database
  readonly ids: NumericIds
}

/** The parts of a request that reach the handler, before they are checked. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface AccentReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Sent as JSON; text as it is if its content type is another one; undefined sends no body. */
  readonly body: unknown
}

export interface Accent {
  readonly rules?: AccentRules
  /** Answers instead of the handler, for an endpoint that such a deployment does not have. */
  absent?(call: AccentCall): AccentReply | undefined
  /** Rewrites a request. @throws HttpError for one that such a deployment refuses. */
  request?(parts: RequestParts, call: AccentCall): RequestParts
  /** Rewrites an answer; `plain` is the one that the service gave before any accent. */
  reply?(reply: AccentReply, call: AccentCall, plain: AccentReply): AccentReply
}

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isRefusal = ({ status }: AccentReply): boolean => status >= 400

/** Entries of a list with the document's envelope (convention 3). */
export const entriesOf = ({ body }: AccentReply): readonly unknown[] | undefined =>
  isObject(body) && Array.isArray(body.items) ? body.items : undefined
