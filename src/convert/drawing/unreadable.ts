/** The error of a file of another tool that cannot be read. */

import { type KnownError, refusedError } from '../../errors.ts'
import type { LeftOut } from './drawing.ts'

/**
 * @param why a clause without a full stop: `line 3: "end" closes nothing` is shown for line 3
 * @param leftOut what was not read before, and may be the cause
 */
export const unreadable = (
  line: number,
  why: string,
  hint: string,
  leftOut: readonly LeftOut[] = [],
): KnownError =>
  refusedError(`Line ${line}: ${why}.`, {
    code: 'TOPO_DIAGRAM_INVALID',
    hint,
    ...(leftOut.length > 0 && { details: { leftOut } }),
  })
