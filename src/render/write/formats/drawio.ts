/** Writes a picture for draw.io (diagrams.net), with the places of boxes, lines and texts. */

import { tag } from '../../../text/safe/for-xml.ts'
import { centerOf, nearestShare } from '../../picture/geometry.ts'
import { opacityOf } from '../../picture/look/style.ts'
import { short } from '../../picture/outline.ts'
import { drawnNodes, type Paint, paintOf } from '../../picture/paint.ts'
import type { Box, Picture, PictureEdge, PictureNode, Point, Shape } from '../../picture/picture.ts'
import { nodeText } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'

export const drawio: PictureFormat = {
  name: 'drawio',
  extension: 'drawio',
  write: (picture, { theme }) => `${documentOf(picture, paintOf(picture, theme))}\n`,
}

function documentOf(picture: Picture, paint: Paint): string {
  const { title, width, height, edges } = picture
  const nodes = drawnNodes(picture)
  const numbers = new Map(nodes.map(({ key }, i) => [key, i]))
  const idOf = (key: string | null) => (key === null ? '1' : `n${numbers.get(key)}`)
  const boxes = new Map(nodes.map((node) => [node.key, node]))
  const cells = [
    tag('mxCell', { id: '0' }),
    tag('mxCell', { id: '1', parent: '0' }),
    ...nodes.map((node) => {
      const frame = node.parent === null ? undefined : boxes.get(node.parent)
      const at = {
        x: node.x - (frame?.x ?? 0),
        y: node.y - (frame?.y ?? 0),
      }
      return tag(
        'mxCell',
        {
          id: idOf(node.key),
          value: node.isFrame ? node.label : nodeText(node),
          style: styleOfNode(node, paint),
          vertex: 1,
          parent: idOf(node.parent),
        },
        geometry({ ...at, width: node.width, height: node.height }),
      )
    }),
    ...edges.flatMap((edge, i) => edgeCells(edge, `e${i}`, { idOf, boxes, paint })),
  ]
  return tag(
    'mxfile',
    { host: 'topo' },
    tag(
      'diagram',
      { id: 'topo', name: title || 'Diagram' },
      tag(
        'mxGraphModel',
        {
          grid: 0,
          page: 0,
          pageWidth: width,
          pageHeight: height,
          background: paint.palette.canvas,
        },
        tag('root', {}, ...cells),
      ),
    ),
  )
}

const geometry = ({ x, y, width, height }: Box): string =>
  tag('mxGeometry', {
    x: short(x),
    y: short(y),
    width: short(width),
    height: short(height),
    as: 'geometry',
  })

/** Keys and values of a style of draw.io. */
type Style = Readonly<Record<string, string | number>>

/** Without `html=1`, so that a label is plain text. */
function styleOfNode(node: PictureNode, { palette, font, box }: Paint): string {
  const { surface, frame, line, frameLine, text, states } = palette
  const { isFrame, shape, state, external, look } = node
  const { stroke: own, fill, dash } = box(node)
  const looks: Style = isFrame
    ? {
        container: 1,
        collapsible: 0,
        verticalAlign: 'top',
        align: 'left',
        spacingLeft: 12,
        spacingTop: 6,
        rounded: 1,
        absoluteArcSize: 1,
        arcSize: 24,
        fillColor: fill ?? own ?? frame,
        fillOpacity: look?.background ? 100 * opacityOf(look.background, palette) : 6,
        strokeColor: own ?? frameLine,
      }
    : {
        ...shapes[shape],
        fillColor: surface,
        strokeColor: state === 'running' ? (own ?? line) : states[state],
      }
  const style: Style = {
    ...looks,
    whiteSpace: 'wrap',
    fontColor: text,
    fontSize: 13,
    fontStyle: isFrame ? 1 : 0,
    ...(font && { fontFamily: font }),
    ...((external || state === 'stopped' || dash) && { dashed: 1 }),
    ...(dash === 'dotted' && { dashPattern: '1 3' }),
  }
  return styleText(style)
}

const shapes: Readonly<Record<Shape, Style>> = {
  default: { rounded: 1, absoluteArcSize: 1, arcSize: 16 },
  cylinder: { shape: 'cylinder3', boundedLbl: 1, size: 9 },
  diamond: { shape: 'rhombus', perimeter: 'rhombusPerimeter' },
  cloud: { shape: 'cloud', perimeter: 'ellipsePerimeter' },
  hexagon: { shape: 'hexagon', perimeter: 'hexagonPerimeter2', fixedSize: 1, size: 18 },
  parallelogram: {
    shape: 'parallelogram',
    perimeter: 'parallelogramPerimeter',
    fixedSize: 1,
    size: 18,
  },
  circle: { shape: 'ellipse', perimeter: 'ellipsePerimeter' },
  person: { shape: 'actor' },
  machine: { shape: 'cube', size: 6 },
}

const styleText = (style: Style): string =>
  Object.entries(style)
    .map(([name, value]) => `${name}=${value};`)
    .join('')

/** Nodes and colours to which the cells of edges refer. */
interface CellContext {
  /** Id of the cell of a node, by its key. */
  readonly idOf: (key: string) => string
  readonly boxes: ReadonlyMap<string, Box>
  readonly paint: Paint
}

function edgeCells(edge: PictureEdge, id: string, { idOf, boxes, paint }: CellContext): string[] {
  const { from, to, points } = edge
  const style = styleText(edgeStyle(edge, boxes, paint))
  const pointTag = ({ x, y }: Point) => tag('mxPoint', { x: short(x), y: short(y) })
  const turns = points.slice(1, -1).map(pointTag)
  const line = tag(
    'mxCell',
    { id, style, edge: 1, parent: '1', source: idOf(from), target: idOf(to) },
    tag('mxGeometry', { relative: 1, as: 'geometry' }, tag('Array', { as: 'points' }, ...turns)),
  )
  return edge.tag === null ? [line] : [line, labelCell(edge.tag, points, id, paint)]
}

function edgeStyle(edge: PictureEdge, boxes: ReadonlyMap<string, Box>, paint: Paint): Style {
  const { from, to, points } = edge
  const { color, dash, weight = 1.6 } = paint.line(edge)
  return {
    edgeStyle: 'none',
    rounded: 1,
    endArrow: 'block',
    endFill: 1,
    endSize: 4,
    strokeWidth: weight,
    strokeColor: color ?? paint.palette.edge,
    ...(dash !== null && { dashed: 1, fixDash: 1, dashPattern: dash }),
    ...fixedEnd('exit', points[0], boxes.get(from)),
    ...fixedEnd('entry', points.at(-1), boxes.get(to)),
  }
}

/** A text at its place along the line. */
function labelCell(
  { text, x, y, width, height }: NonNullable<PictureEdge['tag']>,
  points: readonly Point[],
  parent: string,
  { palette }: Paint,
): string {
  const looks = {
    align: 'center',
    verticalAlign: 'middle',
    resizable: 0,
    fontSize: 10.5,
    fontColor: palette.quiet,
    labelBackgroundColor: palette.canvas,
  }
  const share = shareAt(points, centerOf({ x, y, width, height }))
  return tag(
    'mxCell',
    {
      id: `${parent}t`,
      value: text,
      style: `edgeLabel;${styleText(looks)}`,
      vertex: 1,
      connectable: 0,
      parent,
    },
    tag('mxGeometry', { x: short(2 * share - 1), relative: 1, as: 'geometry' }),
  )
}

/** Where the line leaves or enters its box, as shares of the box. */
function fixedEnd(name: 'exit' | 'entry', point: Point | undefined, box: Box | undefined) {
  if (!point || !box || box.width === 0 || box.height === 0) return {}
  const share = (length: number, whole: number) =>
    Math.min(1, Math.max(0, length / whole)).toFixed(5)
  return {
    [`${name}X`]: share(point.x - box.x, box.width),
    [`${name}Y`]: share(point.y - box.y, box.height),
    [`${name}Perimeter`]: 0,
  }
}

/** From 0 to 1: the share of a line before the point of it that is nearest. */
function shareAt(points: readonly Point[], { x, y }: Point): number {
  let passed = 0
  let best = Number.POSITIVE_INFINITY
  let at = 0
  for (const [i, end] of points.entries()) {
    const start = points[i - 1]
    if (!start) continue
    const dx = end.x - start.x
    const dy = end.y - start.y
    const length = Math.hypot(dx, dy)
    const along = nearestShare(start, end, { x, y })
    const distance = Math.hypot(start.x + along * dx - x, start.y + along * dy - y)
    if (distance < best) {
      best = distance
      at = passed + along * length
    }
    passed += length
  }
  return passed === 0 ? 0.5 : at / passed
}
