/** One thing that the server does for editors beside diagnostics. */
import type {
  Connection,
  RequestHandler,
  ServerCapabilities,
  ServerRequestHandler,
} from 'vscode-languageserver'
import type { EditorClient } from '../client.ts'
import type { EditorSession } from '../session.ts'

export interface FeatureContext {
  readonly connection: Connection
  readonly session: EditorSession
}

type Find<Params, Result> = (session: EditorSession, params: Params, signal: AbortSignal) => Promise<Result>

type Answer<Listen> = Listen extends (
  handler: ServerRequestHandler<infer Params, infer Result, infer _Part, infer _Error>,
) => unknown
  ? Find<Params, Result>
  : Listen extends (handler: RequestHandler<infer Params, infer Result, infer _Error>) => unknown
    ? Find<Params, Result>
    : never

export interface Feature {
  /** Entries in the answer to `initialize`; none for a request beside the protocol. */
  capabilities(client: EditorClient): ServerCapabilities
  /** Answers of requests, by the function of the connection. */
  readonly answers?: { readonly [On in keyof Connection]?: Answer<Connection[On]> }
  /** Listens to what is no request of the protocol. */
  listen?(context: FeatureContext): void
}
