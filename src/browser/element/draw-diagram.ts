/** Draws the script of an element, in the worker of its page. */
import { KnownError } from '../../errors.ts'
import { checkText } from '../../project/check/check-text.ts'
import { examine } from '../../project/check/examine.ts'
import { parseHeader } from '../../project/script/header/header.ts'
import {
  type Direction,
  drawSequences,
  noSet,
  type Picture,
  svg,
  withoutArt,
} from '../../render/index.ts'
import { onlyScenarios } from '../../review/refresh/only-scenarios.ts'
import { messageOf } from '../../validator/index.ts'
import type { DiagramProblem } from './diagram-problem.ts'
import type { DiagramFormat } from './diagram-settings.ts'

export interface DiagramRequest {
  readonly text: string
  readonly format: DiagramFormat
  readonly direction: Direction | undefined
  readonly scenario: string | undefined
}

export interface DiagramDrawing {
  /** Without its style sheet. */
  readonly svg: string
  readonly style: string
  /** For the explorer. */
  readonly picture: Picture
}

export type DrawnDiagram =
  | { readonly drawing: DiagramDrawing; readonly problems?: undefined }
  | { readonly problems: readonly DiagramProblem[]; readonly drawing?: undefined }

export async function drawDiagram(request: DiagramRequest): Promise<DrawnDiagram> {
  const { text, format, direction } = request
  const title = parseHeader(text).fields.name ?? 'Diagram'
  const readOn = format === 'explorer' ? ('screen' as const) : undefined
  const look = { title, readOn, direction }
  const { findings, picture } = await checkText(text, FILE, { picture: look }, examine)
  // The page knows why: its policy, for example, forbids WebAssembly.
  const bug = findings.find(({ rule }) => rule === 'internal')
  if (bug) throw new Error(bug.message)
  const problems = findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({ line: finding.line, message: messageOf(finding), fix: finding.fix }))
  if (picture === undefined || problems.length > 0) return { problems }
  return draw(picture, request)
}

/** In findings, which the page shows without it. */
const FILE = 'diagram.topology.js'

function draw(picture: Picture, { format, scenario }: DiagramRequest): DrawnDiagram {
  try {
    const chosen = onlyScenarios(picture, scenario === undefined ? undefined : [scenario])
    const isSequence = scenario !== undefined && format === 'svg'
    const text = isSequence
      ? drawSequences(chosen, 'auto').svg
      : svg.write(picture, { theme: 'auto', set: noSet })
    return { drawing: { ...withoutStyle(text), picture: withoutArt(picture) } }
  } catch (error) {
    if (!(error instanceof KnownError)) throw error
    return { problems: [{ message: error.message, fix: error.hint ?? '' }] }
  }
}

/**
 * A policy may forbid to parse a style sheet. Only the title and the description come before it,
 * and they are escaped.
 */
function withoutStyle(text: string): Pick<DiagramDrawing, 'svg' | 'style'> {
  const [sheet = '', style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  return { svg: text.replace(sheet, ''), style }
}
