/** Values that hono passes between the middlewares of the embedded service. */
import type { Context } from 'hono'
import type { Connection } from './connection.ts'

/** Facts about a request for the journal. */
export interface RequestNotes {
  user: string | null
  requestBody: unknown
  responseBody: unknown
  weight: number
  fault: string | null
  /** True if the connection ended without an answer. */
  unanswered: boolean
}

export interface Variables {
  id: string
  /** The answer already has the mock's headers. */
  marked: boolean
  noted: RequestNotes
}

export type AppContext = Context<{ Bindings: Connection; Variables: Variables }>
