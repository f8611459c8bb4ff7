/** Writes a picture as a Graphviz graph; Graphviz computes its own layout. */

import { groupedBy } from '../../../grouped.ts'
import { escapeCiCommands } from '../../../text/ci-commands.ts'
import { joined } from '../../../text/words.ts'
import { drawnNodes, type Paint, paintOf } from '../../picture/paint.ts'
import type { PictureEdge, PictureNode } from '../../picture/picture.ts'
import { styleOf } from '../../picture/style.ts'
import { nodeText } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'

export const dot: PictureFormat = {
  name: 'dot',
  extension: 'dot',
  write: (picture, { theme }) => {
    const { title, edges, direction } = picture
    const nodes = drawnNodes(picture)
    const paint = paintOf(picture, theme)
    const { surface, line, edge } = styleOf(picture.style).light
    const font = paint.font ?? 'Helvetica'
    const byKey = new Map(nodes.map((node) => [node.key, node]))
    const inside = groupedBy(nodes, ({ parent }) => parent)
    const write = (parent: string | null, indent: string): string[] =>
      (inside.get(parent) ?? []).flatMap((node) =>
        node.isFrame
          ? [
              `${indent}subgraph ${quoted(`cluster ${node.key}`)} {`,
              `${indent}  label=${quoted(node.label)}`,
              ...frameLook(node, paint).map((one) => `${indent}  ${one}`),
              ...write(node.key, `${indent}  `),
              `${indent}}`,
            ]
          : [`${indent}${quoted(node.key)} ${attributes(nodeAttributes(node, paint))}`],
      )
    // Graphviz only connects nodes: an edge of a group goes to one of its nodes and is clipped at the border.
    const leaf = (key: string): string => {
      const first = byKey.get(key)?.isFrame ? inside.get(key)?.[0] : undefined
      return first ? leaf(first.key) : key
    }
    const holds = (outer: string, inner: string | null): boolean =>
      inner !== null && (outer === inner || holds(outer, byKey.get(inner)?.parent ?? null))
    const end = (name: string, key: string, other: string) =>
      byKey.get(key)?.isFrame && !holds(key, leaf(other)) ? { [name]: `cluster ${key}` } : {}
    return [
      `digraph ${quoted(title)} {`,
      `  graph [compound=true rankdir=${direction === 'right' ? 'LR' : 'TB'} fontname="${font}" style="rounded" color="${line}"]`,
      `  node [shape=box style="rounded,filled" fillcolor="${surface}" color="${line}" fontname="${font}"]`,
      `  edge [fontname="${font}" fontsize=10 color="${edge}"]`,
      ...write(null, '  '),
      ...edges.map((edge) => {
        const more = {
          ...edgeAttributes(edge, paint),
          ...end('ltail', edge.from, edge.to),
          ...end('lhead', edge.to, edge.from),
        }
        return `  ${quoted(leaf(edge.from))} -> ${quoted(leaf(edge.to))} ${attributes(more)}`
      }),
      '}',
      '',
    ].join('\n')
  },
}

/** Escapes backslashes, because `\G` would insert the name of the graph, and CI commands, because of logs. */
const quoted = (text: string): string =>
  `"${escapeCiCommands(text)
    .replace(/[\\"]/g, '\\$&')
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')}"`

const attributes = (values: Readonly<Record<string, string>>): string =>
  `[${Object.entries(values)
    .map(([name, value]) => `${name}=${quoted(value)}`)
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
  const text = edge.tag?.text ?? edge.label
  return {
    ...(text !== null && { label: text }),
    ...(color && { color }),
    ...(dash !== null && { style: 'dashed' }),
    ...(weight && { penwidth: String(weight) }),
    ...(edge.mark && { color: marks[edge.mark], penwidth: '2' }),
  }
}
