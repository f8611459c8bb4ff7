/** Runs a script once, and says what was asked about it: what is wrong with it, what it draws, its picture. */
import { KnownError } from '../../errors.ts'
import type { LayoutOptions, Picture } from '../../render/index.ts'
import { internalProblem, START, type Topology } from '../../topology/index.ts'
import { type Finding, type RuleSettings, validate } from '../../validator/index.ts'

export interface ExamineRequest {
  rules?: RuleSettings | undefined
  topology?: boolean | undefined
  picture?: LayoutOptions | undefined
}

export interface Examined {
  findings: readonly Finding[]
  /** Only of a script that ran through, and if it is wanted. */
  topology?: Topology | undefined
  /** The same; none either where it would be too large, which is a finding. */
  picture?: Picture | undefined
}

/** In this thread, or in one of a pool. */
export type Examine = (code: string, wanted: ExamineRequest) => Promise<Examined>

export const examine: Examine = async (code, { rules, ...wanted }) => {
  const { findings, topology } = await validate(code, { rules })
  if (topology === undefined) return { findings }
  const kept = wanted.topology ? { topology } : {}
  if (wanted.picture === undefined) return { findings, ...kept }
  const { layout } = await import('../../render/index.ts')
  try {
    return { findings, ...kept, picture: layout(topology, wanted.picture) }
  } catch (error) {
    return { findings: [...findings, drawingError(error)], ...kept }
  }
}

function drawingError(error: unknown): Finding {
  if (!(error instanceof KnownError)) return { ...internalProblem('drawing it', error), severity: 'error' }
  const { message, hint = '' } = error
  return { rule: 'picture', severity: 'error', message: message.replace(/\.$/, ''), fix: hint, ...START }
}
