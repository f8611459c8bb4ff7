/** Types of the mock's handlers, derived from the contract: a missing handler does not compile. */
import type * as z from 'zod/mini'
import type { Operation, PathParameters } from '../../api/contract/contract.ts'
import type { Contract } from '../../api/resources/index.ts'
import type { Database } from '../database/database.ts'
import type { UserRow } from '../database/rows.ts'
import type { ScriptRunner } from './runner.ts'

/** A request after authentication and validation. */
export interface Call<O> {
  readonly database: Database
  readonly runner: ScriptRunner
  readonly params: O extends { path: infer P extends string } ? PathParameters<P> : never
  readonly query: O extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : never
  readonly body: O extends { body: infer B extends z.ZodMiniType } ? z.output<B> : never
  /** Defined if the operation needs a key. */
  readonly caller: O extends { auth: 'key' } ? UserRow : UserRow | undefined
}

/** Answers a call in a transaction, or throws an `HttpError`. One that waits has its own transaction afterwards. */
export type Handler<O> = (call: Call<O>) => Answer<O> | Promise<Answer<O>>
type Answer<O> = O extends { response: infer R extends z.ZodMiniType } ? z.input<R> : never

/** The handlers of a resource, by its name. */
export type Handlers<R extends keyof Contract> = {
  readonly [K in keyof Contract[R]]: Handler<Contract[R][K]>
}
export type ServiceHandlers = { readonly [R in keyof Contract]: Handlers<R> }

/** Handler of any operation. */
export type AnyHandler = Handler<Operation>
