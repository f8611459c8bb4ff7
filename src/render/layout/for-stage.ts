/** Lays out a picture for the stage of a page: tries several shapes, and keeps the one whose texts are largest there. */
import type { Topology } from '../../topology/model/topology.ts'
import { aspectFactor } from '../picture/aspect.ts'
import type { Size } from '../picture/direction.ts'
import type { Picture } from '../picture/picture.ts'
import { crossingsOf } from './layered/route/drawn-crossings.ts'
import { comparable, type LayoutOptions, layout } from './layout.ts'

/** The stage of a page in a window of 1440 by 900 pixels. */
const desktop: Size = { width: 1400, height: 780 }
/** Another shape must have texts that are larger by this factor: diagrams stay put. */
const clearly = 1.05
/** Names of 10 pixels read: a picture that has them keeps its direction, because a grid may lead anywhere. */
const legible = 0.77
/** So many crossings disturb nobody: texts must be larger by the root of the factor by which there are more. */
const few = 10
/** With more connections, other shapes take seconds, and do not read as a whole either. */
const mostShaped = 200

/** Obeys a wanted shape or direction; after an edit, the choice of the earlier picture stays. */
export function layoutForStage(
  topology: Topology,
  options: LayoutOptions,
  stage: Size = desktop,
): Picture {
  const previous = comparable(options.previous, options.scriptDirection)
  const shape = stage.width / stage.height
  const aspect = options.aspect ?? (previous?.aspect && shape)
  const { scriptDirection } = options
  const direction =
    options.direction ?? (scriptDirection === undefined ? previous?.direction : undefined)
  const first = layout(topology, { readOn: 'screen', ...options, aspect, direction })
  if (aspect !== undefined || (direction ?? scriptDirection) !== undefined) return first
  const wishes: readonly Shape[] = [
    { direction: 'right' },
    { aspect: shape },
    { direction: 'right', aspect: shape },
  ]
  const isShaped = previous === undefined && first.edges.length <= mostShaped
  return (isShaped ? wishes : []).reduce<Picture>((best, wish) => {
    const scale = scaleOn(stage, best)
    if (!isWorth(wish, scale, aspectFactor(best, shape))) return best
    const other = layout(topology, { ...options, ...wish })
    const tangled = Math.sqrt((crossingsOf(other.edges) + few) / (crossingsOf(best.edges) + few))
    return scaleOn(stage, other) > scale * clearly * Math.max(1, tangled) ? other : best
  }, first)
}

/** A wish for the shape of a picture. */
type Shape = Pick<LayoutOptions, 'direction' | 'aspect'>

/** Any direction counts only if names do not read, and a wanted shape to the right only if the texts can become larger by it. */
function isWorth({ direction, aspect }: Shape, scale: number, factor: number): boolean {
  if (direction === undefined) return scale < legible
  if (aspect === undefined) return scale < 1
  return scale >= legible && scale < 1 && Math.sqrt(factor) > clearly
}

const scaleOn = (stage: Size, { width, height }: Size): number =>
  Math.min(stage.width / width, stage.height / height)
