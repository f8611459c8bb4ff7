/** What hono hands from one middleware of the embedded service to the next. */
import type { Context } from 'hono'
import type { Connection } from './connection.ts'

/** What is noted of a request on its way, for the journal. */
export interface RequestNotes {
  user: string | null
  requestBody: unknown
  responseBody: unknown
  weight: number
  fault: string | null
  /** The connection ended without an answer. */
  unanswered: boolean
}

export interface Variables {
  id: string
  /** The answer has the marks of the embedded service already. */
  marked: boolean
  noted: RequestNotes
}

export type AppContext = Context<{ Bindings: Connection; Variables: Variables }>
