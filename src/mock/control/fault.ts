/** Scripted fault, the body of `POST /__mock/faults`. */
export interface Fault {
  /** Default: any method. */
  readonly method?: string | undefined
  /** Path without query; `*` matches anything. Default: any path. */
  readonly path?: string | undefined
  /** Status to answer with; the request is not applied. */
  readonly status?: number | undefined
  /**
   * `reset`: connection closed, request not applied. `hang`: no answer. `truncate`: half of the ordinary
   * answer. `html`: a page instead of JSON. `lost-response`: request applied, then connection closed.
   */
  readonly kind?: 'reset' | 'hang' | 'truncate' | 'html' | 'lost-response' | undefined
  /** `Retry-After`: seconds, or a date as text. */
  readonly retryAfter?: number | string | undefined
  /** Body for `status`: text unchanged, anything else as JSON. */
  readonly body?: unknown
  /** Delay in milliseconds; without another fault it delays the ordinary answer. */
  readonly latencyMs?: number | undefined
  /** Number of requests; default: until cleared. */
  readonly times?: number | undefined
  /** Probability of the fault, from 0 to 1. */
  readonly probability?: number | undefined
}
