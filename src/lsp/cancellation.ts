/** Turns the cancellation of a request into a signal. */
import type { CancellationToken } from 'vscode-languageserver'

export function signalOf(token: CancellationToken): AbortSignal {
  const cancelled = new AbortController()
  if (token.isCancellationRequested) cancelled.abort()
  token.onCancellationRequested(() => cancelled.abort())
  return cancelled.signal
}
