/** A request and its answer as JSON, between the caller and the embedded service. */
import type { Operation } from '../../src/api/contract/contract.ts'
import type { Database } from '../../src/mock/database/database.ts'
import type { Received } from '../floor/document-only.ts'

export interface Call extends Received {
  /** Undefined for an unknown endpoint. */
  readonly operation: Operation | undefined
  /** Undefined for a text that is not JSON. */
  readonly body: unknown
  readonly database: Database
  /** Numbers of UUIDs, and UUIDs of numbers, that a service has given out. */
  readonly ids: Map<unknown, unknown>
  /** The address of the caller with this cursor, for the header `Link`. */
  next(cursor: string): string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** A text is sent as it is; undefined sends no body. */
  readonly body: unknown
}

/** Answers a call, most of them with a rewritten answer of `next`. */
export type Difference = (call: Call, next: (call: Call) => Promise<Reply>) => Promise<Reply>

export type Json = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Entries of a list with the document's envelope. */
export const entriesOf = (body: Json) =>
  Array.isArray(body.items) ? (body.items as unknown[]) : undefined

export const mapFields = (record: Json, of: (name: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, of(name, value)]))
