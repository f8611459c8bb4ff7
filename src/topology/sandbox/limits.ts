/**
 * Limits of a script. They count steps and bytes, never seconds, so that the result does not depend on the
 * machine or its load.
 */

export interface SandboxLimits {
  /**
   * Steps of the interpreter, as `meter.ts` counts them: 100 to 250 per microsecond. A script of 50 nodes takes
   * half a million.
   */
  readonly steps: number
  /** Bytes for the script's values. */
  readonly memory: number
}

/** One or two seconds. A script of 10,000 nodes takes more than half of them. */
export const DEFAULT_LIMITS: SandboxLimits = { steps: 200_000_000, memory: 64 * 1024 * 1024 }

/** Recorded calls of the builders, and the total length of their records in characters. */
export const MOST_CALLS = 100_000
export const MOST_RECORDED = 16_000_000
/** Characters of a recorded text; the rest is cut. */
export const LONGEST_TEXT = 100_000
/** Recorded entries of an object, and unknown options of a call; the others are ignored. */
export const MOST_ENTRIES = 50

/** Length of a script with its imports, in characters. The service accepts less: 1 MiB in its largest tier. */
export const MOST_CHARACTERS = 4_000_000
