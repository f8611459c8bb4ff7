// Draws the boxes and edges of a picture with other programs, for comparison: same sizes, groups and texts.
import { bezierPoints } from './curves.js'
import { tagOf, treeOf } from './drawing.js'

/** Spacing, as topo has it around the contents of a frame. */
const padding = { head: 38, side: 22 }

const titleAt = (title, { x, y }) => title && { ...title, x: x + title.x, y: y + title.y }

const relativeTitle = ({ x, y, title }) => title && { ...title, x: title.x - x, y: title.y - y }

/** Layered layout with edges across groups; spacing is ELK's own. */
export async function elk(drawing) {
  const { default: Elk } = await import('elkjs')
  const children = treeOf(drawing)
  const make = (node) => ({
    id: node.key,
    ...(node.isFrame
      ? {
          children: children.get(node.key).map(make),
          layoutOptions: {
            'elk.padding': `[top=${padding.head},left=${padding.side},bottom=${padding.side},right=${padding.side}]`,
            'elk.nodeSize.constraints': 'MINIMUM_SIZE',
            'elk.nodeSize.minimum': `(${(node.title?.width ?? 0) + 56}, 0)`,
          },
        }
      : { width: node.width, height: node.height }),
  })
  const graph = {
    id: '\0root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.padding': '[top=28,left=28,bottom=28,right=28]',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
    },
    children: children.get(null).map(make),
    edges: drawing.edges.map((edge, at) => ({
      id: `e${at}`,
      sources: [edge.from],
      targets: [edge.to],
      labels: tagOf(edge) === null ? [] : [{ id: `l${at}`, text: 'x', ...tagOf(edge) }],
    })),
  }
  const engine = new Elk()
  const done = await engine.layout(graph)
  const placed = new Map()
  const visit = (node) => {
    placed.set(node.id, node)
    for (const child of node.children ?? []) visit(child)
  }
  visit(done)
  return {
    width: done.width,
    height: done.height,
    nodes: drawing.nodes.map((node) => {
      const { x, y, width, height } = placed.get(node.key)
      return { ...node, x, y, width, height, title: titleAt(relativeTitle(node), { x, y }) }
    }),
    edges: drawing.edges.map((edge, at) => {
      const { sections = [], labels = [] } = done.edges[at]
      const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ])
      const [label] = labels
      return {
        ...edge,
        points,
        tag: label === undefined ? null : { x: label.x, y: label.y, ...tagOf(edge) },
      }
    }),
  }
}

/** Graphviz's dot: splines, which are measured as 8 pieces each. */
export async function graphviz(drawing) {
  const { instance } = await import('@viz-js/viz')
  const viz = await instance()
  const children = treeOf(drawing)
  const names = new Map(drawing.nodes.map(({ key }, at) => [key, `n${at}`]))
  const inches = (pixels) => (pixels / 72).toFixed(4)
  const write = (node) =>
    node.isFrame
      ? `subgraph cluster_${names.get(node.key)} { margin=22; label="${'x'.repeat(8)}"; ${children.get(node.key).map(write).join('\n')} }`
      : `${names.get(node.key)} [shape=box, fixedsize=true, label="", width=${inches(node.width)}, height=${inches(node.height)}];`
  const leafOf = (key) => {
    const node = drawing.nodes.find((one) => one.key === key)
    return node.isFrame ? leafOf(children.get(key)[0].key) : key
  }
  const edges = drawing.edges.map((edge, at) => {
    const tag = tagOf(edge)
    const label =
      tag === null
        ? ''
        : `label=<<table border="0" cellborder="0" fixedsize="true" width="${tag.width}" height="${tag.height}"><tr><td></td></tr></table>>,`
    return `${names.get(leafOf(edge.from))} -> ${names.get(leafOf(edge.to))} [${label} id="e${at}"];`
  })
  const source = `digraph { compound=true; ${children.get(null).map(write).join('\n')} ${edges.join('\n')} }`
  const { status, output, errors } = viz.render(source, { format: 'json' })
  if (status !== 'success') throw new Error(errors.map(({ message }) => message).join('\n'))
  const { bb, objects = [], edges: drawn = [] } = JSON.parse(output)
  const [, , width, height] = bb.split(',').map(Number)
  const byName = new Map(objects.map((object) => [object.name, object]))
  const flip = ([x, y]) => ({ x, y: height - y })
  const boxOf = (node) => {
    const object = byName.get(node.isFrame ? `cluster_${names.get(node.key)}` : names.get(node.key))
    if (node.isFrame) {
      const [left, low, right, high] = object.bb.split(',').map(Number)
      return { x: left, y: height - high, width: right - left, height: high - low }
    }
    const { x, y } = flip(object.pos.split(',').map(Number))
    return { x: x - node.width / 2, y: y - node.height / 2, width: node.width, height: node.height }
  }
  const byId = new Map(drawn.map((edge) => [edge.id, edge]))
  return {
    width: width + 56,
    height: height + 56,
    nodes: drawing.nodes.map((node) => ({ ...node, ...boxOf(node), title: null })),
    edges: drawing.edges.map((edge, at) => {
      const { pos, lp } = byId.get(`e${at}`) ?? {}
      const tag = tagOf(edge)
      const middle = lp === undefined ? null : flip(lp.split(',').map(Number))
      return {
        ...edge,
        points: pos === undefined ? [] : pieces(pos, flip),
        tag: middle && tag && { x: middle.x - tag.width / 2, y: middle.y - tag.height / 2, ...tag },
      }
    }),
  }
}

/** The points of a spline: the end has its arrow's tip first in Graphviz's notation. */
function pieces(pos, flip) {
  const parts = pos.split(' ')
  const tip = parts.find((part) => part.startsWith('e,'))
  const controls = parts
    .filter((part) => !/^[se],/.test(part))
    .map((part) => flip(part.split(',').map(Number)))
  const points = bezierPoints(controls)
  return tip === undefined ? points : [...points, flip(tip.slice(2).split(',').map(Number))]
}
