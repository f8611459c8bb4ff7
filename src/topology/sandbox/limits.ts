/** What a script may use up. */

export interface Limits {
  /** Milliseconds from start to end. */
  readonly time: number
  /** Bytes that the script's values may occupy. */
  readonly memory: number
}

export const DEFAULT_LIMITS: Limits = { time: 5_000, memory: 64 * 1024 * 1024 }
