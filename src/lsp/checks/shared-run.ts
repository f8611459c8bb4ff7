/** A run of a script that several requests wait for. */

export interface SharedRun<T> {
  /** Counts the changes of the files that the script reads. */
  readonly epoch: number
  readonly result: Promise<T>
  readonly cancel: AbortController
}

export function sharedRun<T>(
  epoch: number,
  run: (signal: AbortSignal) => Promise<T>,
): SharedRun<T> {
  const cancel = new AbortController()
  const result = run(cancel.signal)
  // The requests handle its end.
  result.catch(() => {})
  return { epoch, result, cancel }
}
