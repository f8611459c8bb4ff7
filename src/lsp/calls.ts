/** Everything that the threads do. Parameters and results are plain values, because they are copied. */
import { checkOpenScript } from './check-open-script.ts'

export const calls = {
  check: checkOpenScript,
}

export type Calls = typeof calls
export type CallName = keyof Calls
