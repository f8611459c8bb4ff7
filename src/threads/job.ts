/** A job for a worker thread, the messages about it, and the ways in which it can fail. */
import type { PostedError } from '../errors.ts'

export interface Job<Request, Result> {
  readonly request: Request
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/** Message from a thread: it has started, a result, or an error thrown by topo itself. */
export type ThreadMessage<Result> = 'ready' | { readonly result: Result } | PostedError

/** The job was not needed any more, e.g. because a newer text replaced its text. */
export class Superseded extends Error {}

/** The thread died during the job. */
export class ThreadDied extends Error {}

/** Threads die before they can do a job. */
export class ThreadStartFailure extends ThreadDied {}
