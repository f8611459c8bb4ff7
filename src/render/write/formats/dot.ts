/** Writes a picture as a Graphviz graph; Graphviz computes its own layout. */

import { groupedBy } from '../../../grouped.ts'
import { escapeCiCommands } from '../../../text/safe/ci-commands.ts'
import { joined } from '../../../text/words.ts'
import { styleOf } from '../../picture/look/style.ts'
import { drawnNodes, type Paint, paintOf } from '../../picture/paint.ts'
import type { PictureEdge, PictureNode } from '../../picture/picture.ts'
import { brokenLabelOf, nodeText } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'

export const dot: PictureFormat = {
  name: 'dot',
  extension: 'dot',
  write: (picture, { theme }) => {
    const { title, edges, direction } = picture
    const paint = paintOf(picture, theme)
    const { surface, line, edge: edgeColor } = styleOf(picture.style).light
    const font = paint.font ?? 'Helvetica'
    const tree = new Tree(drawnNodes(picture))
    return [
      `digraph ${quoted(title)} {`,
      `  graph [compound=true rankdir=${direction === 'right' ? 'LR' : 'TB'} fontname="${font}" style="rounded" color="${line}"]`,
      `  node [shape=box style="rounded,filled" fillcolor="${surface}" color="${line}" fontname="${font}"]`,
      `  edge [fontname="${font}" fontsize=10 color="${edgeColor}"]`,
      ...nodeLines(tree, null, paint, '  '),
      ...edges.map((edge) => edgeLine(tree, edge, paint)),
      '}',
      '',
    ].join('\n')
  },
}

/** Nodes with what is inside of them. */
class Tree {
  readonly #nodes: ReadonlyMap<string, PictureNode>
  readonly #children: ReadonlyMap<string | null, readonly PictureNode[]>

  constructor(nodes: readonly PictureNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.key, node]))
    this.#children = groupedBy(nodes, ({ parent }) => parent)
  }

  /** @param parent null for what is in no group */
  childrenOf(parent: string | null): readonly PictureNode[] {
    return this.#children.get(parent) ?? []
  }

  /** The first node inside of a group that is no group; a node stands for itself. */
  leafOf(key: string): string {
    const first = this.isGroup(key) ? this.childrenOf(key)[0] : undefined
    return first ? this.leafOf(first.key) : key
  }

  isGroup(key: string): boolean {
    return this.#nodes.get(key)?.isFrame === true
  }

  /** True if the inner node is the outer one, or inside of it. */
  holds(outer: string, inner: string | null): boolean {
    if (inner === null || outer === inner) return inner !== null
    return this.holds(outer, this.#nodes.get(inner)?.parent ?? null)
  }
}

function nodeLines(tree: Tree, parent: string | null, paint: Paint, indent: string): string[] {
  return tree.childrenOf(parent).flatMap((node) => {
    if (!node.isFrame)
      return [`${indent}${quoted(node.key)} ${attributes(nodeAttributes(node, paint))}`]
    return [
      `${indent}subgraph ${quoted(`cluster ${node.key}`)} {`,
      `${indent}  label=${quotedLines(brokenLabelOf(node) ?? '')}`,
      ...frameLook(node, paint).map((look) => `${indent}  ${look}`),
      ...nodeLines(tree, node.key, paint, `${indent}  `),
      `${indent}}`,
    ]
  })
}

/** Graphviz only connects nodes: an edge of a group goes to one of its nodes and is clipped at the border. */
function edgeLine(tree: Tree, edge: PictureEdge, paint: Paint): string {
  const from = tree.leafOf(edge.from)
  const to = tree.leafOf(edge.to)
  const isTailClipped = tree.isGroup(edge.from) && !tree.holds(edge.from, to)
  const isHeadClipped = tree.isGroup(edge.to) && !tree.holds(edge.to, from)
  const values = {
    ...edgeAttributes(edge, paint),
    ...(isTailClipped && { ltail: `cluster ${edge.from}` }),
    ...(isHeadClipped && { lhead: `cluster ${edge.to}` }),
  }
  return `  ${quoted(from)} -> ${quoted(to)} ${attributes(values)}`
}

const quoted = (text: string): string => `"${escaped(text)}"`

/** Escapes backslashes, because `\G` would insert the name of the graph, and CI commands, because of logs. */
const escaped = (text: string): string =>
  escapeCiCommands(text)
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')

/** A text with line breaks. */
const quotedLines = (text: string): string => `"${text.split('\n').map(escaped).join('\\n')}"`

const attributes = (values: Readonly<Record<string, string>>): string =>
  `[${Object.entries(values)
    .map(([name, value]) => `${name}=${name === 'label' ? quotedLines(value) : quoted(value)}`)
    .join(' ')}]`

const shapes: Readonly<Record<string, string>> = {
  cylinder: 'cylinder',
  diamond: 'diamond',
  circle: 'circle',
  hexagon: 'hexagon',
  parallelogram: 'parallelogram',
  cloud: 'ellipse',
  machine: 'box3d',
}

/** Border and background of the script. */
function frameLook(node: PictureNode, { box }: Paint): string[] {
  const { stroke, fill, dash } = node.look ? box(node) : {}
  const style = joined(',', 'rounded', dash, fill !== undefined && 'filled')
  return [
    ...((dash ?? fill) ? [`style=${quoted(style)}`] : []),
    ...(stroke ? [`color=${quoted(stroke)}`] : []),
    ...(fill ? [`fillcolor=${quoted(fill)}`] : []),
  ]
}

function nodeAttributes(node: PictureNode, { palette: { marks } }: Paint): Record<string, string> {
  const { shape, external, mark } = node
  const form = shapes[shape]
  return {
    label: nodeText(node),
    ...(form && { shape: form, style: 'filled' }),
    ...(external && { style: 'dashed,filled' }),
    ...(mark && { color: marks[mark], penwidth: '2' }),
  }
}

function edgeAttributes(
  edge: PictureEdge,
  { line, palette: { marks } }: Paint,
): Record<string, string> {
  const { color, dash, weight } = line(edge)
  const text = edge.tag?.text ?? brokenLabelOf(edge)
  return {
    ...(text !== null && { label: text }),
    ...(color && { color }),
    ...(dash !== null && { style: 'dashed' }),
    ...(weight && { penwidth: String(weight) }),
    ...(edge.mark && { color: marks[edge.mark], penwidth: '2' }),
  }
}
