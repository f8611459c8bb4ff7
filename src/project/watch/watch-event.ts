/** Defines the events of `watchProject`. */
import type { KnownError } from '../../errors.ts'
import type { Advice } from '../check/advice.ts'
import type { CheckedScript } from '../check/check.ts'
import type { Outcome } from '../plan/outcome.ts'

export type WatchEvent =
  | { type: 'watching'; paths: readonly string[] }
  | { type: 'checking'; path: string }
  | { type: 'sent'; outcome: Outcome; advice: Advice; milliseconds: number }
  /** Both sides are the same already. */
  | { type: 'unchanged'; outcome: Outcome }
  | { type: 'invalid'; path: string; checked: CheckedScript }
  /** The service has changes that the file lacks: nothing is sent until they are pulled or overwritten. */
  | { type: 'conflict' | 'remote-ahead'; outcome: Outcome }
  | { type: 'failed'; outcome: Outcome }
  /** Reported once per script; requests are retried automatically. */
  | { type: 'offline'; paths: readonly string[]; error: KnownError; seconds: number }
  | { type: 'online' }
  | { type: 'gone'; path: string }
