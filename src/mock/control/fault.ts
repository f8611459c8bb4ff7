/** A scripted fault, as `POST /__mock/faults` takes it. */
export interface Fault {
  /** Any method when it is left out. */
  readonly method?: string | undefined
  /** Path without its query; `*` stands for anything. Any path when it is left out. */
  readonly path?: string | undefined
  /** Answered instead of the ordinary answer; nothing is applied. */
  readonly status?: number | undefined
  /**
   * `reset`: the connection ends, nothing is applied. `hang`: no answer ever. `truncate`: half of the ordinary
   * answer. `html`: a page instead of JSON. `lost-response`: applied, then the connection ends.
   */
  readonly kind?: 'reset' | 'hang' | 'truncate' | 'html' | 'lost-response' | undefined
  /** `Retry-After`: seconds, or a date as text. */
  readonly retryAfter?: number | string | undefined
  /** Body for `status`: a text as it is, anything else as JSON. */
  readonly body?: unknown
  /** Milliseconds before the answer; alone it delays the ordinary one. */
  readonly latencyMs?: number | undefined
  /** How often; until it is cleared when left out. */
  readonly times?: number | undefined
  /** Of meeting it at all, from 0 to 1. */
  readonly probability?: number | undefined
}
