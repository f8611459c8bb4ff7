/** One thing that the server does for editors beside diagnostics. */
import type { Connection, ServerCapabilities } from 'vscode-languageserver'
import type { EditorClient } from '../client.ts'
import type { EditorSession } from '../session.ts'

export interface FeatureContext {
  readonly connection: Connection
  readonly session: EditorSession
}

export interface Feature {
  /** Entries in the answer to `initialize`; none for a request beside the protocol. */
  capabilities(client: EditorClient): ServerCapabilities
  /** Answers its requests. */
  listen(context: FeatureContext): void
}
