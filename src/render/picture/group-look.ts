/** Reads border and background of a group from the CSS object of the script. Only colours and kinds of dashes reach the picture. */
import type { TopologyNode } from '../../topology/model/topology.ts'
import { colorOf } from './look/color.ts'
import type { GroupLook } from './picture.ts'

/** Words of a border that are no colours. */
const notColors =
  /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset|none|hidden|thin|medium|thick)$/i

/** Undefined for a group that looks as usual. */
export function groupLook(style: TopologyNode['style']): GroupLook | undefined {
  if (typeof style !== 'object') return undefined
  const text = (name: string): string =>
    (Object.hasOwn(style, name) ? String(style[name]) : '').slice(0, 200)
  const border = text('border')
  const dash = /\b(dashed|dotted)\b/i.exec(`${text('borderStyle')} ${border}`)?.[1]?.toLowerCase()
  const words = border.match(/#[\da-f]+|\w+\([^)]*\)|(?<![\w.])[a-z]+/gi) ?? []
  const borderWord = words.find((word) => !notColors.test(word))
  const line = colorOf(text('borderColor')) ?? colorOf(borderWord)
  const background = colorOf(text('backgroundColor')) ?? colorOf(text('background'))
  if (dash === undefined && line === null && background === null) return undefined
  return {
    ...((dash === 'dashed' || dash === 'dotted') && { dash }),
    ...(line !== null && { border: line }),
    ...(background !== null && { background }),
  }
}
