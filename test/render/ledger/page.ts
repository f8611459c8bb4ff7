/** Measures how a page opens, without a browser: pixels of its smallest name in three windows. */
import type { Picture } from '../../../src/render/index.ts'
import type { Size } from '../../../src/render/picture/direction.ts'
import { sizes } from '../../../src/render/picture/measure.ts'
import { leastScale, openingOf, shownBoxes } from '../../../src/render/player/fold/opening.ts'
import { fitPicture } from '../../../src/render/player/view/fit.ts'
import { Graph } from '../../../src/render/player/view/graph.ts'
import { linesOf, nameSize } from '../../../src/render/player/view/names.ts'

/** Stages of windows of 375 by 720, 1440 by 900 and 1920 by 1080 pixels. */
const stages = {
  phone: { width: 333, height: 596 },
  laptop: { width: 1398, height: 776 },
  wide: { width: 1878, height: 956 },
} as const

export type PageFigures = Record<keyof typeof stages, number>

export const windows = Object.keys(stages) as (keyof typeof stages)[]

export const smallestNames = (picture: Picture): PageFigures => ({
  phone: smallestName(picture, stages.phone),
  laptop: smallestName(picture, stages.laptop),
  wide: smallestName(picture, stages.wide),
})

/** 0 if a box has no name. */
function smallestName(picture: Picture, stage: Size): number {
  // Its tools and its zoom.
  const covered = [
    { x: 10, y: 10, width: stage === stages.phone ? 176 : 261, height: 36 },
    { x: stage.width - 46, y: stage.height - 246, width: 36, height: 236 },
  ]
  const scaleOf = (pictureSize: Size) => fitPicture(pictureSize, stage, covered).scale
  const opening = openingOf(new Graph(picture), stage, scaleOf)
  const graph = new Graph(opening.picture)
  const scale = Math.max(scaleOf(opening.picture), leastScale(graph, opening.folded))
  const size = Math.max(sizes.label, nameSize(scale))
  const isNamed = shownBoxes(graph, opening.folded).every(
    (box) => size === sizes.label || linesOf(box, size).length > 0,
  )
  return isNamed ? Math.round(size * scale * 10) / 10 : 0
}
