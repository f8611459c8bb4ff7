/** The one error that topo throws on purpose: everything else that is thrown is a bug. */

/** Exit codes, the same with and without `--json`, on a terminal and in a pipe. */
export const ExitCode = {
  ok: 0,
  /** It ran, and the answer is no: findings, a refusal, part of a batch failed. */
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
  /** Stable, upper case, begins with `TOPO_`: scripts branch on it. */
  code: `TOPO_${string}`
  /** What to do next, as one sentence. */
  hint?: string | undefined
  exitCode: ExitCode
  cause?: unknown
  /** HTTP status, where a service answered. */
  status?: number | undefined
  requestId?: string | undefined
  /** Running the same command again may succeed. */
  retryable?: boolean | undefined
  /** Seconds until then, where the service says so. */
  retryAfter?: number | undefined
  /** Machine-readable particulars; they end up as `error.details` in `--json`. */
  details?: unknown
}

/** A failure that has an explanation: what failed and why in `message`, what to do next in `hint`. */
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
  }

  /** The same failure with other particulars, e.g. with what a batch had done before it. */
  withDetails(details: unknown): KnownError {
    return new KnownError(this.message, { ...this.#options(), details })
  }

  /** The same failure with another advice. */
  withHint(hint: string): KnownError {
    return new KnownError(this.message, { ...this.#options(), hint })
  }

  #options(): KnownErrorOptions {
    const { code, hint, exitCode, cause, status, requestId, retryable, retryAfter, details } = this
    return { code, hint, exitCode, cause, status, requestId, retryable, retryAfter, details }
  }
}

/** Something that was typed or configured wrongly: exit code 2. */
export function usageError(
  message: string,
  options: Partial<Omit<KnownErrorOptions, 'exitCode'>> = {},
): KnownError {
  return new KnownError(message, { code: 'TOPO_USAGE', ...options, exitCode: ExitCode.usage })
}

/** Whether every further request would meet it too: a quota, the key, an outage. */
export const endsRun = ({ exitCode }: KnownError): boolean =>
  exitCode === ExitCode.quota || exitCode === ExitCode.auth || exitCode === ExitCode.temporary
