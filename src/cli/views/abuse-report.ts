/** Reads the reason of an abuse report from the command line or standard input, and checks its length. */
import { reasonLength } from '../../api/resources/reports.ts'
import { usageError } from '../../errors.ts'
import { readStdinText } from '../io/stdin.ts'

/** @throws usage error `TOPO_REASON_LENGTH` with the length of the reason. */
export async function readReason(given: string): Promise<string> {
  const reason = (given === '-' ? await readStdinText('The reason') : given).trim()
  const { minimum, maximum } = reasonLength
  // Code points, as the service counts: most emoji are one, though two for `length`.
  const length = [...reason].length
  if (length >= minimum && length <= maximum) return reason
  throw usageError(
    `The reason has ${length} ${length === 1 ? 'character' : 'characters'}; the service accepts ${minimum} to ${maximum}.`,
    {
      code: 'TOPO_REASON_LENGTH',
      hint: length < minimum ? 'Describe the problem with the script.' : 'Use fewer words.',
    },
  )
}
