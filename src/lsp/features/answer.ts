/** Answers the requests of the client. */
import type { CancellationToken, Connection } from 'vscode-languageserver'
import { signalOf } from '../cancellation.ts'
import type { EditorSession } from '../session.ts'
import { Superseded } from '../threads.ts'
import type { Feature, FeatureContext } from './feature.ts'

type Listen = (handler: (params: never, token: CancellationToken) => Promise<unknown>) => void
type Find = (session: EditorSession, params: never, signal: AbortSignal) => Promise<unknown>

/** Connects a feature with the client. It answers nothing if the text has changed meanwhile: the client asks again. */
export function connectFeature({ answers = {}, listen }: Feature, context: FeatureContext): void {
  const { connection, session } = context
  for (const [on, find] of Object.entries(answers) as [keyof Connection, Find][]) {
    const listenFor = connection[on] as Listen
    listenFor(async (params, token) => {
      try {
        return (await find(session, params, signalOf(token))) ?? null
      } catch (error) {
        if (error instanceof Superseded) return null
        throw error
      }
    })
  }
  listen?.(context)
}
