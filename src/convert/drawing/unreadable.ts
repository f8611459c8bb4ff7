/** The error of a file of another tool that cannot be read. */
import { type KnownError, refusedError } from '../../errors.ts'

/** @param why a clause without a full stop: `line 3: "end" closes nothing` is shown for line 3 */
export const unreadable = (line: number, why: string, hint: string): KnownError =>
  refusedError(`Line ${line}: ${why}.`, { code: 'TOPO_DIAGRAM_INVALID', hint })
