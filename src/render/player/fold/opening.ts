/** Chooses how a page opens: the most open picture whose names read at once, as it was drawn, in another shape or with folded groups. */

import { sumOf } from '../../../grouped.ts'
import type { Size } from '../../picture/direction.ts'
import { centerOf } from '../../picture/geometry.ts'
import type { Picture, PictureNode, Point } from '../../picture/picture.ts'
import { Graph } from '../view/graph.ts'
import { readableScale } from '../view/names.ts'
import { foldedToLevel, levelsOf } from './folds.ts'
import { layOutFolded } from './lay-out-folded.ts'

export interface Opening {
  /** Folds the groups of this level and below; 0 folds none. */
  readonly level: number
  readonly folded: ReadonlySet<string>
  readonly picture: Picture
  /** False if open groups are where they were drawn. */
  readonly isReshaped: boolean
}

/** The shape of a stage in a wide window, for which pictures are drawn. */
const usual = { least: 1.4, most: 2.3 }
/** With fewer boxes, a picture says too little. */
const fewest = 3
/** Square pixels of a folded group, and room around a box in terms of the box. */
const foldedArea = 8000
const around = 1.5

/** @param scaleOf the scale at which a picture of this size fits on the stage */
export function openingOf(graph: Graph, stage: Size, scaleOf: (size: Size) => number): Opening {
  const { picture } = graph
  const open = { level: 0, folded: new Set<string>(), picture, isReshaped: false }
  if (reads(open, scaleOf)) return open

  let best: Opening = open
  for (const other of otherOpenings(graph, stage)) {
    if (reads(other, scaleOf)) return other
    if (other.level > 0 || scaleOf(other.picture) > scaleOf(best.picture)) best = other
  }
  return best
}

/** The most open ones first; each is laid out when it is asked for. */
function* otherOpenings(graph: Graph, stage: Size): Generator<Opening> {
  const shape = stage.width / stage.height
  const isUsual = shape > usual.least && shape < usual.most && !graph.picture.compares
  for (const level of levelsToTry(graph, isUsual)) {
    const folded = level === 0 ? new Set<string>() : foldedToLevel(graph, level)
    const boxes = shownBoxes(graph, folded)
    if (level > 0 && boxes.length < fewest) return
    if (level !== 1 && isHopeless(boxes, stage)) continue
    const picture = layOutFolded(graph, folded, stage)
    if (picture) yield { level, folded, picture, isReshaped: !isUsual }
  }
}

function reads({ picture, folded }: Opening, scaleOf: (size: Size) => number): boolean {
  return scaleOf(picture) >= leastScale(new Graph(picture), folded)
}

/** From the most open picture to the most folded one; on a stage of the usual shape, the open one is as drawn. */
function levelsToTry(graph: Graph, isUsual: boolean): number[] {
  const deepest = levelsOf(graph)
  const levels = Array.from({ length: deepest }, (_, i) => deepest - i)
  return isUsual ? levels : [0, ...levels]
}

/** True if so many boxes cannot read on the stage, wherever they are. */
function isHopeless(boxes: readonly PictureNode[], stage: Size): boolean {
  const area = sumOf(boxes, ({ isFrame, width, height }) => (isFrame ? foldedArea : width * height))
  return area * around * readableScale([]) ** 2 > stage.width * stage.height
}

/** Boxes without content, and folded groups, whose names have the whole box. */
export const shownBoxes = (graph: Graph, folded: ReadonlySet<string>): PictureNode[] =>
  graph.picture.nodes
    .filter(
      ({ key, isFrame }) =>
        (!isFrame || folded.has(key)) &&
        !graph.framesOf(key).some((frame) => folded.has(frame.key)),
    )
    .map((node) => (node.isFrame ? { ...node, shape: 'default' } : node))

/** The smallest scale at which the names of all shown boxes read. */
export const leastScale = (graph: Graph, folded: ReadonlySet<string>): number =>
  readableScale(shownBoxes(graph, folded))

/** The middle of the first box that nothing calls. */
export function startOf(graph: Graph, folded: ReadonlySet<string>): Point {
  const boxes = shownBoxes(graph, folded)
  const first = boxes.filter(({ key }) => graph.connectionsOf(key).incoming.length === 0)
  const candidates = first.length > 0 ? first : boxes
  const [start] = candidates.toSorted((a, b) => a.x + a.y - b.x - b.y)
  return start ? centerOf(start) : { x: 0, y: 0 }
}
