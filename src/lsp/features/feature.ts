/** One thing that the server does for editors beside diagnostics. */
import type {
  CancellationToken,
  Connection,
  RequestHandler,
  ServerCapabilities,
  ServerRequestHandler,
} from 'vscode-languageserver'
import { Superseded } from '../../threads/job.ts'
import type { EditorClient } from '../session/client.ts'
import type { EditorSession } from '../session/session.ts'

type Find<Params, Result> = (
  session: EditorSession,
  params: Params,
  signal: AbortSignal,
) => Promise<Result>

type Answer<On> = On extends (
  handler: ServerRequestHandler<infer Params, infer Result, infer _Part, infer _Error>,
) => unknown
  ? Find<Params, Result>
  : On extends (handler: RequestHandler<infer Params, infer Result, infer _Error>) => unknown
    ? Find<Params, Result>
    : never

export interface Feature {
  /** Entries in the answer to `initialize`; none for a request beside the protocol. */
  capabilities(client: EditorClient): ServerCapabilities
  /** Answers of requests, by the function of the connection. */
  readonly answers?: { readonly [On in keyof Connection]?: Answer<Connection[On]> }
  /** Answers of requests beside the protocol, by method. */
  readonly requests?: Readonly<Record<string, Find<never, unknown>>>
}

type Listen = (handler: (params: unknown, token: CancellationToken) => Promise<unknown>) => void

/** Connects a feature with the client. It answers nothing if the text has changed meanwhile: the client asks again. */
export function connectFeature(
  { answers = {}, requests = {} }: Feature,
  connection: Connection,
  session: EditorSession,
): void {
  const answering =
    (find: Find<never, unknown>) => async (params: unknown, token: CancellationToken) => {
      try {
        return (await find(session, params as never, signalOf(token))) ?? null
      } catch (error) {
        if (error instanceof Superseded) return null
        throw error
      }
    }
  const finds = Object.entries(answers) as [keyof Connection, Find<never, unknown>][]
  for (const [on, find] of finds) {
    const listenFor = connection[on] as Listen
    listenFor(answering(find))
  }
  for (const [method, find] of Object.entries(requests))
    connection.onRequest(method, answering(find))
}

/** Turns the cancellation of a request into a signal. */
function signalOf(token: CancellationToken): AbortSignal {
  const cancelled = new AbortController()
  if (token.isCancellationRequested) cancelled.abort()
  token.onCancellationRequested(() => cancelled.abort())
  return cancelled.signal
}
