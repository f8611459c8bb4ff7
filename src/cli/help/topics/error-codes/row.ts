/** Describes an error code in the table of `topo help errors`. */
import type { ExitCode } from '../../../../errors.ts'

export type ErrorCodeRow = readonly [
  meaning: string,
  fix: string,
  alsoExits?: readonly (keyof typeof ExitCode)[],
]

export type ErrorCodeRows = Readonly<Record<string, ErrorCodeRow>>
