/** A run of a script that several requests wait for. */

export interface SharedRun<T> {
  /** The texts, files and settings that it reads. */
  readonly key: string
  readonly result: Promise<T>
  readonly cancel: AbortController
}

export function sharedRun<T>(key: string, run: (signal: AbortSignal) => Promise<T>): SharedRun<T> {
  const cancel = new AbortController()
  const result = run(cancel.signal)
  // The requests handle its end.
  result.catch(() => {})
  return { key, result, cancel }
}
