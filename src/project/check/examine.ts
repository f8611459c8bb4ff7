/** Runs a script once and returns what is requested: findings, topology, picture. */

import { withinTime } from '#platform/within-time'
import { KnownError } from '../../errors.ts'
import type { EarlierPicture, IconArt, LayoutOptions, Picture } from '../../render/index.ts'
import {
  internalProblem,
  type Outline,
  outlineOf,
  START,
  type Topology,
} from '../../topology/index.ts'
import { type Finding, type RuleSettings, validate } from '../../validator/index.ts'

export interface ExamineRequest {
  rules?: RuleSettings | undefined
  topology?: boolean | undefined
  outline?: boolean | undefined
  picture?: PictureRequest | undefined
  /** Folder of the script, whose packages contain icons; undefined reads none. */
  folder?: string | undefined
}

export interface PictureRequest extends LayoutOptions {
  /** The picture in the file that this one is for. */
  replaced?: EarlierPicture | undefined
}

export interface ExamineResult {
  findings: readonly Finding[]
  /** Ids of the nodes, if the script ran to its end. */
  nodes?: readonly string[] | undefined
  /** Only if requested and the script ran to its end. */
  topology?: Topology | undefined
  outline?: Outline | undefined
  /** The same; also missing if it would be too large, which is a finding. */
  picture?: Picture | undefined
  /** True if packages of the project, which may change, decided about icons. */
  readsPackages?: boolean | undefined
}

/** Runs in this thread or in a worker of the pool. */
export type Examine = (code: string, wanted: ExamineRequest) => Promise<ExamineResult>

export interface Checker {
  readonly examine: Examine
  close(): Promise<void>
}

export const examine: Examine = async (code, { rules, folder, ...wanted }) => {
  let icons: ReadonlyMap<string, IconArt> | undefined
  const checkIcons = async (names: ReadonlySet<string>) => {
    const { resolveIcons } = await import('../icons/resolve-icons.ts')
    const { art, problems } = await resolveIcons(folder ?? '', names)
    icons = art
    return problems
  }
  const { findings, topology } = await validate(
    code,
    folder === undefined ? { rules } : { rules, checkIcons },
  )
  if (topology === undefined) return { findings }
  const kept = {
    nodes: topology.nodes.map(({ id }) => id),
    ...(icons && { readsPackages: true }),
    ...(wanted.topology && { topology }),
    ...(wanted.outline && { outline: outlineOf(topology) }),
  }
  if (wanted.picture === undefined) return { findings, ...kept }
  const { layout, layoutAgain, layoutForStage } = await import('../../render/index.ts')
  const { replaced, ...given } = wanted.picture
  const options = { ...given, icons }
  const draw = given.readOn === 'screen' ? layoutForStage : layout
  try {
    const picture = withinTime(() =>
      replaced ? layoutAgain(topology, options, replaced) : draw(topology, options),
    )
    return { findings, ...kept, picture }
  } catch (error) {
    if (error instanceof KnownError && error.code === 'TOPO_BUSY') throw error
    return { findings: [...findings, drawingError(error)], ...kept }
  }
}

function drawingError(error: unknown): Finding {
  if (!(error instanceof KnownError))
    return { ...internalProblem('drawing it', error), severity: 'error' }
  const { message, hint = '' } = error
  return {
    rule: 'picture',
    severity: 'error',
    message: message.replace(/\.$/, ''),
    fix: hint,
    ...START,
  }
}
