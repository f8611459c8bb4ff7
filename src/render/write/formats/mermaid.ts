/** Writes a picture as a Mermaid flowchart for Markdown. Escapes names, so that they cannot end their quotes. */
import { groupedBy } from '../../../grouped.ts'
import { joined } from '../../../text/words.ts'
import { isDashed } from '../../picture/look/theme.ts'
import { drawnNodes, type Paint, paintOf } from '../../picture/paint.ts'
import type { Mark, PictureEdge, PictureNode } from '../../picture/picture.ts'
import { brokenLabelOf, nodeText } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'

export const mermaid = {
  name: 'mermaid',
  extension: 'mmd',
  write: (picture, { theme }) => {
    const { edges, direction } = picture
    const nodes = drawnNodes(picture)
    const paint = paintOf(picture, theme)
    const names = new Map(nodes.map(({ key }, i) => [key, `n${i}`]))
    const nameOf = (key: string) => names.get(key) as string
    const inside = groupedBy(nodes, ({ parent }) => parent)
    const lines = (parent: string | null, indent: string): string[] =>
      (inside.get(parent) ?? []).flatMap((node) =>
        node.isFrame
          ? [
              `${indent}subgraph ${nameOf(node.key)}[${quoted(brokenLabelOf(node) ?? '')}]`,
              ...lines(node.key, `${indent}  `),
              `${indent}end`,
            ]
          : [`${indent}${nameOf(node.key)}${shaped(node)}`],
      )
    return [
      direction === 'right' ? 'flowchart LR' : 'flowchart TB',
      ...lines(null, '  '),
      ...edges.map((edge) => `  ${nameOf(edge.from)} ${arrow(edge)} ${nameOf(edge.to)}`),
      ...nodes.flatMap((node) => styled(node, nameOf(node.key), paint)),
      ...marked(nodes, edges, nameOf, paint),
      '',
    ].join('\n')
  },
} satisfies PictureFormat

/** True if foreign text only contains output of `write`: no link, directive or markup. */
export const isFlowchart = (text: string): boolean => {
  const [head, ...lines] = text.split('\n')
  return /^flowchart (TB|LR)$/.test(head ?? '') && lines.every((line) => LINE.test(line))
}

const LABEL = '"(?:[\\p{L}\\p{N}\\p{M} .,:/()+\\-#;\\u0080-\\u{10FFFF}]|<br/>)*"'
const MARK = '(added|removed|changed)'
const LOOK = 'stroke:#\\w{3,8},stroke-width:3px(,stroke-dasharray:6 4)?'
const STYLE = '((fill|stroke):#\\w{6}|stroke-dasharray:(6 4|2 3))'
const LINE = new RegExp(
  `^ *(|end|subgraph n\\d+\\[${LABEL}\\]|n\\d+[[({/]{1,2}${LABEL}[\\])}/]{1,2}` +
    `|n\\d+ (-->|==>|-\\.->)(\\|${LABEL}\\|)? n\\d+` +
    `|style n\\d+ ${STYLE}(,${STYLE})*` +
    `|classDef ${MARK} ${LOOK}|class n\\d+(,n\\d+)* ${MARK}|linkStyle \\d+(,\\d+)* ${LOOK})$`,
  'u',
)

/** Escapes ASCII characters with a meaning in Mermaid, Markdown or HTML as their number; line breaks stay. */
function quoted(text: string): string {
  const lines = text
    .split('\n')
    .map((line) =>
      line.replace(
        /[^\p{L}\p{N}\p{M} .,:/()+\-\u0080-\u{10FFFF}]/gu,
        (character) => `#${character.codePointAt(0)};`,
      ),
    )
  return `"${lines.join('<br/>') || ' '}"`
}

function shaped(node: PictureNode): string {
  const text = quoted(nodeText(node))
  switch (node.shape) {
    case 'cylinder':
      return `[(${text})]`
    case 'diamond':
      return `{${text}}`
    case 'circle':
      return `((${text}))`
    case 'hexagon':
      return `{{${text}}}`
    case 'parallelogram':
      return `[/${text}/]`
    case 'machine':
      return `[[${text}]]`
    case 'cloud':
    case 'person':
      return `([${text}])`
    default:
      return `[${text}]`
  }
}

function arrow(edge: PictureEdge): string {
  const line = edge.mark === 'removed' ? '-.->' : lineOf(edge.type)
  const text = edge.tag?.text ?? brokenLabelOf(edge)
  return text === null ? line : `${line}|${quoted(text)}|`
}

function lineOf(type: PictureEdge['type']): string {
  if (type === 'pulse') return '==>'
  return isDashed(type) ? '-.->' : '-->'
}

/** Border and background of the script. */
function styled(node: PictureNode, name: string, { box }: Paint): string[] {
  const { stroke, fill, dash } = node.look ? box(node) : {}
  const look = joined(
    ',',
    fill && `fill:${fill}`,
    stroke && `stroke:${stroke}`,
    dash && `stroke-dasharray:${dash === 'dashed' ? '6 4' : '2 3'}`,
  )
  return look === '' ? [] : [`  style ${name} ${look}`]
}

function marked(
  nodes: readonly PictureNode[],
  edges: readonly PictureEdge[],
  nameOf: (key: string) => string,
  { palette: { marks } }: Paint,
): string[] {
  return (['added', 'removed', 'changed'] as const).flatMap((mark: Mark) => {
    const markedNodes = nodes.filter((node) => node.mark === mark)
    const drawn = markedNodes.map(({ key }) => nameOf(key))
    const indices = edges.flatMap((edge, i) => (edge.mark === mark ? [i] : []))
    const dashed = mark === 'removed' ? ',stroke-dasharray:6 4' : ''
    return [
      ...(drawn.length === 0
        ? []
        : [
            `  classDef ${mark} stroke:${marks[mark]},stroke-width:3px${dashed}`,
            `  class ${drawn.join(',')} ${mark}`,
          ]),
      ...(indices.length === 0
        ? []
        : [`  linkStyle ${indices.join(',')} stroke:${marks[mark]},stroke-width:3px`]),
    ]
  })
}
