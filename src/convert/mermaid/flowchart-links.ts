/** Reads the lines between the nodes of a flowchart: their text, their heads, and what a connection of the language cannot show. */
import { counted } from '../../text/words.ts'
import type { LeftOut } from '../drawing/drawing.ts'
import { unreadable } from '../drawing/unreadable.ts'
import * as grammar from './flowchart-grammar.ts'
import { labelFrom } from './flowchart-node.ts'
import { type Cursor, textOf } from './prepare.ts'
import { QUOTED } from './shapes.ts'

export interface FlowchartLink {
  /** Later statements style the link by it. */
  readonly id: string | undefined
  readonly text: string | undefined
  /** Only places its nodes. */
  readonly isInvisible: boolean
  readonly lost: readonly LostLook[]
}

type LostLook = keyof typeof lostLooks

const lostLooks = {
  dotted: 'dotted line of',
  thick: 'thick line of',
  headless: 'line without arrowhead of',
  twoHeaded: 'arrowhead at the start of',
  circle: 'circle at the end of',
  cross: 'cross at the end of',
} as const

/** Undefined if no link follows the nodes. */
export function readLink(cursor: Cursor): FlowchartLink | undefined {
  const start = cursor.at
  const id = cursor.take(grammar.LINK_ID)?.[1]
  const whole = cursor.take(grammar.WHOLE_LINK)?.[0]
  if (whole !== undefined) {
    const text = cursor.take(grammar.TEXT_IN_PIPES)
    return { id, text: text && labelFrom(text), ...lookOf(whole, whole) }
  }
  const half = cursor.take(grammar.FIRST_HALF)
  if (half) return { id, ...readSecondHalf(cursor, half) }

  cursor.at = start
  return undefined
}

/** `-- text -->`, behind its first half. */
function readSecondHalf(
  cursor: Cursor,
  [first, half = '']: RegExpExecArray,
): Omit<FlowchartLink, 'id'> {
  const afterHalf = cursor.at
  const quoted = cursor.take(QUOTED)
  const end = quoted && cursor.take(grammar.WHOLE_LINK)?.[0]
  if (quoted && end !== undefined) return { text: labelFrom(quoted), ...lookOf(first, end) }

  cursor.at = afterHalf
  const [second = '', rest = ''] = cursor.take(grammar.SECOND_HALF[half] as RegExp) ?? []
  const text = rest.replace(grammar.HEAD_OF_SECOND_HALF[half] as RegExp, '')
  if (text !== '') return { text: textOf(text), ...lookOf(first, second) }

  cursor.at = afterHalf
  const hint = 'Mermaid may read it otherwise: look at it in Mermaid, then correct the line.'
  throw unreadable(cursor.line, `the connection that starts with ${half} does not end`, hint)
}

type LinkLook = Pick<FlowchartLink, 'isInvisible' | 'lost'>

/**
 * The head at the end decides, as in Mermaid: one at the start counts only if both are equal. A connection of the language
 * carries answers, so a two-headed line is one: a second one against it would be a fault of style.
 */
function lookOf(start: string, end: string): LinkLook {
  const first = start.trim()
  const last = end.trim().at(-1) ?? ''
  const isInvisible = first.includes('~')
  return {
    isInvisible,
    lost: isInvisible ? [] : [...lostLine(first), ...lostHead(first, last)],
  }
}

function lostLine(start: string): LostLook[] {
  if (start.includes('=')) return ['thick']
  return start.includes('.') ? ['dotted'] : []
}

function lostHead(first: string, last: string): LostLook[] {
  if (last === '>') return first.startsWith('<') ? ['twoHeaded'] : []
  if (last === 'o') return ['circle']
  return last === 'x' ? ['cross'] : ['headless']
}

/** Counts the looks of lines that a script does not say: each kind is listed once. */
export class LostLooks {
  /** The first line of each kind, and how many connections have it. */
  readonly #found = new Map<LostLook | 'invisible', { readonly line: number; count: number }>()

  /** @param count connections that the link draws @param line where its statement starts */
  add({ lost, isInvisible }: FlowchartLink, count: number, line: number): void {
    const kinds = isInvisible ? (['invisible'] as const) : lost
    for (const kind of kinds) {
      const found = this.#found.get(kind)
      if (found) found.count += count
      else this.#found.set(kind, { line, count })
    }
  }

  leftOut(): LeftOut[] {
    return [...this.#found].map(([kind, { line, count }]) => ({
      line,
      what:
        kind === 'invisible'
          ? counted(count, 'invisible connection')
          : `${lostLooks[kind]} ${counted(count, 'connection')}`,
    }))
  }
}
