/** Reads from an SVG that topo wrote where its boxes and lines are. */

import { unescapeXml } from '../../../text/safe/for-xml.ts'
import { type Direction, directions } from '../../picture/direction.ts'
import type { EarlierPicture, Point } from '../../picture/picture.ts'

const number = String.raw`(-?\d+(?:\.\d+)?)`
const nodePattern = new RegExp(
  `<g class="(?:node|frame)[^"<]*" transform="translate\\(${number} ${number}\\)" data-node="([^"<]*)" data-size="${number} ${number}"`,
  'g',
)
const edgePattern = new RegExp(
  `<g data-edge="([^"<]*)"[^<>]*><title>[^<]*</title><path class="line" d="([^"<]*)"/><path class="tip" d="M${number} ${number}`,
  'g',
)
/** The start of a line, or one of its corners, which are round. */
const cornerPattern = new RegExp(`[MQ]${number} ${number}`, 'g')

const directionPattern = new RegExp(`<g class="edges" data-direction="(${directions.join('|')})"`)

/** Undefined for an SVG of another program. */
export function placesInSvg(svg: string): EarlierPicture | undefined {
  const nodeMatches = [...svg.matchAll(nodePattern)]
  const nodes = nodeMatches.map(([, x, y, key = '', width, height]) => ({
    key: unescapeXml(key),
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
  }))
  if (nodes.length === 0) return undefined
  const edgeMatches = [...svg.matchAll(edgePattern)]
  const edges = edgeMatches.map(([, id = '', line = '', tipX, tipY]) => {
    const cornerMatches = [...line.matchAll(cornerPattern)]
    const corners = cornerMatches.map(([, x, y]) => pointOf(x, y))
    return { id: unescapeXml(id), points: [...corners, pointOf(tipX, tipY)] }
  })
  const scriptDirection = directionPattern.exec(svg)?.[1] as Direction | undefined
  return { nodes, edges, ...(scriptDirection && { scriptDirection }) }
}

const pointOf = (x: string | undefined, y: string | undefined): Point => ({
  x: Number(x),
  y: Number(y),
})
