/** Writes the conflict markers of a merge, and finds unresolved ones before a push. */
import { lineEndOf } from '../../text/line-ends.ts'

const labels = { local: 'local', base: 'last sync', remote: 'remote' }

interface Sides {
  base: readonly string[]
  local: readonly string[]
  remote: readonly string[]
}

export interface Marking {
  /** Remote revision, for the label. */
  updatedAt?: string | undefined
}

/** Both sides of a conflict and the base, with markers. */
export function withMarks(
  { base, local, remote }: Sides,
  { updatedAt = '' }: Marking = {},
): string {
  const lines = [...local, ...base, ...remote]
  const lineEnd = lineEndOf(lines.join(''))
  // The service may send any text.
  const since = /^[\d:.TZ+-]+$/.test(updatedAt) ? ` since ${updatedAt}` : ''
  const part = (mark: string, side: readonly string[]) => [
    mark + lineEnd,
    ...side.map((line) => (line.endsWith('\n') ? line : line + lineEnd)),
  ]
  return [
    ...part(`<<<<<<< ${labels.local}`, local),
    ...part(`||||||| ${labels.base}`, base),
    ...part('=======', remote),
    ...part(`>>>>>>> ${labels.remote}${since}`, []),
  ].join('')
}

/**
 * Offsets of the first conflict marker: any single marker of topo, or all three markers of another tool
 * in their order.
 */
export function findMark(text: string): [start: number, end: number] | undefined {
  if (!/^(?:<{7}|>{7}|\|{7}) /m.test(text)) return undefined
  const own = OWN_MARK.exec(text)
  if (own) return [own.index, own.index + own[0].length]
  let opened: [number, number] | undefined
  let divided = false
  for (const { 0: line, index } of text.matchAll(/^[<=>]{7}(?: .*)?$/gm)) {
    const mark = line.trimEnd()
    if (mark.startsWith('<<<<<<< ')) {
      opened = [index, index + mark.length]
      divided = false
    } else if (mark === '=======') divided = opened !== undefined
    else if (mark.startsWith('>>>>>>> ') && divided) return opened
  }
  return undefined
}

const OWN_MARK = new RegExp(
  `^(?:<{7} ${labels.local}|\\|{7} ${labels.base}|>{7} ${labels.remote}(?: since [\\d:.TZ+-]+)?)(?=\\r?$)`,
  'm',
)
