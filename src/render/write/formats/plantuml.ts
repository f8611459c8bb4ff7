/** Writes a picture as a PlantUML deployment diagram. Escapes names, so that they cannot end their quotes or run functions. */

import { groupedBy } from '../../../grouped.ts'
import { forPicture } from '../../../text/safe/for-picture.ts'
import { joined } from '../../../text/words.ts'
import { isDashed } from '../../picture/look/theme.ts'
import { drawnNodes, type Paint, paintOf } from '../../picture/paint.ts'
import type { PictureEdge, PictureNode, Shape } from '../../picture/picture.ts'
import { brokenLabelOf, nodeText } from '../../picture/texts.ts'
import type { PictureFormat } from './format.ts'

export const plantuml: PictureFormat = {
  name: 'plantuml',
  extension: 'puml',
  write: (picture, { theme }) => {
    const { title, edges, direction } = picture
    const nodes = drawnNodes(picture)
    const paint = paintOf(picture, theme)
    const names = new Map(nodes.map(({ key }, i) => [key, `n${i}`]))
    const nameOf = (key: string) => names.get(key) as string
    const inside = groupedBy(nodes, ({ parent }) => parent)
    const lines = (parent: string | null, indent: string): string[] =>
      (inside.get(parent) ?? []).flatMap((node) => {
        const name = `"${labelOf(node)}" as ${nameOf(node.key)}`
        const head = `${indent}${elementOf(node)} ${name}${lookOf(node, paint)}`
        return node.isFrame
          ? [`${head} {`, ...lines(node.key, `${indent}  `), `${indent}}`]
          : [head]
      })
    return [
      '@startuml',
      ...(title === '' ? [] : [`title ${escaped(title)}`]),
      ...(paint.font === undefined ? [] : [`skinparam defaultFontName ${paint.font}`]),
      ...(direction === 'right' ? ['left to right direction'] : []),
      ...lines(null, ''),
      ...edges.map(
        (edge) => `${nameOf(edge.from)} ${arrowOf(edge)} ${nameOf(edge.to)}${textOf(edge)}`,
      ),
      '@enduml',
      '',
    ].join('\n')
  },
}

/** PlantUML 1.2020 and older have no hexagon. */
const shapes: Partial<Record<Shape, string>> = { cylinder: 'database', cloud: 'cloud' }
const kinds: Readonly<Record<string, string>> = {
  actor: 'actor',
  cloud: 'cloud',
  database: 'database',
  host: 'node',
  vm: 'node',
  datacenter: 'frame',
}

const elementOf = ({ shape, kind, isFrame }: PictureNode): string =>
  (isFrame ? undefined : shapes[shape]) ??
  (Object.hasOwn(kinds, kind) ? kinds[kind] : undefined) ??
  'rectangle'

/** Border and background of the script. */
function lookOf(node: PictureNode, { box }: Paint): string {
  const { stroke, fill, dash } = node.look ? box(node) : {}
  const look = joined(
    ';',
    fill?.slice(1),
    stroke && `line:${stroke.slice(1)}`,
    dash && `line.${dash}`,
  )
  return look === '' ? '' : ` #${look}`
}

const labelOf = (node: PictureNode): string =>
  escaped(joined(' · ', nodeText(node), node.state !== 'running' && node.state)) || ' '

function arrowOf({ type }: PictureEdge): string {
  if (type === 'pulse') return '-[thickness=2]->'
  return isDashed(type) ? '..>' : '-->'
}

function textOf(edge: PictureEdge): string {
  const text = escaped(edge.tag?.text ?? brokenLabelOf(edge) ?? '')
  return text === '' ? '' : ` : ${text}`
}

/** Escapes ASCII characters with a meaning in PlantUML, such as `%` of its functions, as their number; line breaks stay. */
const escaped = (text: string): string => text.split('\n').map(escapedLine).join('\\n')

const escapedLine = (line: string): string =>
  forPicture(line).replace(
    /[!-+\-/:-@[-`{-~]/g,
    (character) =>
      `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  )
