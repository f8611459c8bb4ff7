/**
 * What a script may use up. Every limit counts something of the script alone, never seconds, so the verdict is
 * the same on each machine, however busy it is.
 */

export interface SandboxLimits {
  /**
   * Steps of the interpreter's own code, as `meter.ts` counts them: some 30 to 150 a microsecond. A script of 50 nodes
   * takes about a million.
   */
  readonly steps: number
  /** Bytes that the script's values may occupy. */
  readonly memory: number
}

/** Five seconds of computing, in code that allocates much. */
export const DEFAULT_LIMITS: SandboxLimits = { steps: 200_000_000, memory: 64 * 1024 * 1024 }

/** Calls of the builders that are recorded, and how long their records may be together, in characters. */
export const MOST_CALLS = 100_000
export const MOST_RECORDED = 16_000_000

/** Length of a script as it is sent, imports included. The service takes less: 1 MiB in its largest tier. */
export const MOST_CHARACTERS = 4_000_000
