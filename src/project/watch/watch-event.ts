/** What happens while a project is watched, for whoever shows it. */
import type { KnownError } from '../../errors.ts'
import type { Advice } from '../check/advice.ts'
import type { CheckedScript } from '../check/check.ts'
import type { Outcome } from '../plan/outcome.ts'

export type WatchEvent =
  | { type: 'watching'; paths: readonly string[] }
  | { type: 'checking'; path: string }
  | { type: 'sent'; outcome: Outcome; advice: Advice; milliseconds: number }
  /** Both sides hold the same already. */
  | { type: 'unchanged'; outcome: Outcome }
  | { type: 'invalid'; path: string; checked: CheckedScript }
  /** Nothing is sent until somebody has decided. */
  | { type: 'paused'; outcome: Outcome }
  | { type: 'failed'; outcome: Outcome }
  /** Told of each script once; the service is asked again by itself. */
  | { type: 'offline'; paths: readonly string[]; error: KnownError; seconds: number }
  | { type: 'online' }
  | { type: 'gone'; path: string }
