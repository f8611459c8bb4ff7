/** `KnownError`, the only error that topo throws on purpose, and the exit codes. Any other error is a bug. */

/** Exit codes, the same with and without `--json`, on a terminal and in a pipe. */
export const ExitCode = {
  ok: 0,
  /** The command ran and failed: findings, a refused request, failures in a batch. */
  refused: 1,
  usage: 2,
  differences: 3,
  auth: 4,
  quota: 5,
  conflict: 6,
  bug: 70,
  temporary: 75,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode]

export interface KnownErrorOptions {
  /** Stable, upper case, starts with `TOPO_`: shell scripts branch on it. */
  code: `TOPO_${string}`
  /** The next step, as one sentence. */
  hint?: string | undefined
  exitCode: ExitCode
  cause?: unknown
  /** HTTP status, if a service responded. */
  status?: number | undefined
  requestId?: string | undefined
  /** A retry of the same command may succeed. */
  retryable?: boolean | undefined
  /** Seconds until a retry, if the service reports them. */
  retryAfter?: number | undefined
  /** Machine-readable details: `error.details` in `--json`. */
  details?: unknown
  /** Result up to the failure: `--json` prints its fields beside `error`. */
  partial?: object | undefined
}

/** An explained failure: `message` says what failed and why, `hint` says what to do next. */
export class KnownError extends Error {
  override readonly name = 'KnownError'
  readonly code: `TOPO_${string}`
  readonly hint: string | undefined
  readonly exitCode: ExitCode
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly retryable: boolean
  readonly retryAfter: number | undefined
  readonly details: unknown
  readonly partial: object | undefined

  constructor(message: string, options: KnownErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.hint = options.hint
    this.exitCode = options.exitCode
    this.status = options.status
    this.requestId = options.requestId
    this.retryable = options.retryable ?? options.exitCode === ExitCode.temporary
    this.retryAfter = options.retryAfter
    this.details = options.details
    this.partial = options.partial
  }

  /** Copies the error with other details, e.g. the results of a batch before it failed. */
  withDetails(details: unknown): KnownError {
    return this.#with({ details })
  }

  /** Copies the error with the result up to it, which is also its details. */
  withPartial(partial: object): KnownError {
    return this.#with({ details: partial, partial })
  }

  /** Copies the error with another hint. */
  withHint(hint: string | undefined): KnownError {
    return this.#with({ hint })
  }

  #with(changes: Partial<KnownErrorOptions>): KnownError {
    return new KnownError(this.message, { ...this, cause: this.cause, ...changes })
  }
}

/** Error for wrong input or configuration: exit code 2. */
export function usageError(
  message: string,
  options: Partial<Omit<KnownErrorOptions, 'exitCode'>> = {},
): KnownError {
  return new KnownError(message, { code: 'TOPO_USAGE', ...options, exitCode: ExitCode.usage })
}

/** Error for a command that ran and failed: exit code 1. */
export const refusedError = (
  message: string,
  options: Omit<KnownErrorOptions, 'exitCode'>,
): KnownError => new KnownError(message, { ...options, exitCode: ExitCode.refused })

/** True if every further request would fail too: quota, key, outage. */
export const endsRun = ({ exitCode }: KnownError): boolean =>
  exitCode === ExitCode.quota || exitCode === ExitCode.auth || exitCode === ExitCode.temporary

/** An error as a message to another thread: a copy of the error itself would have only its text. */
export type PostedError =
  | { readonly known: KnownErrorOptions & { readonly message: string } }
  | { readonly error: unknown }

export const postedError = (error: unknown): PostedError =>
  error instanceof KnownError ? { known: { ...error, message: error.message } } : { error }

export const receivedError = (posted: PostedError): unknown =>
  'known' in posted ? new KnownError(posted.known.message, posted.known) : posted.error
