// Draws the boxes and edges of a picture with D2, if it is installed: npm install --no-save @terrastruct/d2 (58 MB).
import { bezierPoints, middleOf } from './curves.js'
import { tagOf, treeOf } from './drawing.js'

/** @returns the version, a function that draws, and one that ends its thread; undefined without the package */
export async function loadD2() {
  const found = await import('@terrastruct/d2').catch(() => undefined)
  if (found === undefined) return undefined
  const compiler = new found.D2()
  return {
    // Such as v0.7.0-HEAD.
    version: (await compiler.version()).replace(/^v|-HEAD$/g, ''),
    draw: (drawing) => draw(drawing, compiler),
    close: () => compiler.worker.terminate(),
  }
}

async function draw(drawing, compiler) {
  const children = treeOf(drawing)
  const paths = new Map()
  const write = (node, above) => {
    const name = `n${paths.size}`
    paths.set(node.key, [...above, name].join('.'))
    if (!node.isFrame) return `${name}: "" { width: ${node.width}; height: ${node.height} }`
    const inside = children.get(node.key).map((child) => write(child, [...above, name]))
    return `${name}: "${'x'.repeat(8)}" {\n${inside.join('\n')}\n}`
  }
  const boxes = children.get(null).map((node) => write(node, []))
  const lines = drawing.edges.map(
    (edge) =>
      `${paths.get(edge.from)} -> ${paths.get(edge.to)}: "${'x'.repeat(Math.round((tagOf(edge)?.width ?? 0) / 8))}"`,
  )
  const { diagram } = await compiler.compile([...boxes, ...lines].join('\n'), { layout: 'dagre' })
  const shapes = new Map(diagram.shapes.map((shape) => [shape.id, shape]))
  const places = drawing.nodes.map((node) => {
    const { pos, width, height } = shapes.get(paths.get(node.key))
    return { ...node, x: pos.x, y: pos.y, width, height, title: null }
  })
  const edges = drawing.edges.map((edge, at) => {
    const { route, isCurve } = diagram.connections[at]
    const points = isCurve ? bezierPoints(route) : route
    const tag = tagOf(edge)
    const middle = middleOf(points)
    return {
      ...edge,
      points,
      tag: tag && { x: middle.x - tag.width / 2, y: middle.y - tag.height / 2, ...tag },
    }
  })
  const right = Math.max(...places.map(({ x, width }) => x + width))
  const bottom = Math.max(...places.map(({ y, height }) => y + height))
  const left = Math.min(...places.map(({ x }) => x))
  const top = Math.min(...places.map(({ y }) => y))
  return { width: right - left + 56, height: bottom - top + 56, nodes: places, edges }
}
