/** Answers a request of the client; nothing if the text has changed meanwhile, because the client asks again. */
import type { CancellationToken } from 'vscode-languageserver'
import { signalOf } from '../cancellation.ts'
import { Superseded } from '../threads.ts'

export async function answer<T>(
  token: CancellationToken,
  find: (signal: AbortSignal) => Promise<T | undefined>,
): Promise<T | null> {
  try {
    return (await find(signalOf(token))) ?? null
  } catch (error) {
    if (error instanceof Superseded) return null
    throw error
  }
}
