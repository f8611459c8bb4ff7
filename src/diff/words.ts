/** Formats a change as a readable line. */
import type { Change, FieldChange } from './change.ts'

/** `connection web->db: type http → tcp, port 5432 added`. */
export function describeChange({ what, id, label, fields }: Change): string {
  const name = label === null || label === id ? id : `${id} (${label})`
  return fields.length === 0 ? `${what} ${name}` : `${what} ${name}: ${fields.map(fieldInWords).join(', ')}`
}

/** `type http → tcp`; long values are truncated. */
export function fieldInWords({ field, before, after }: FieldChange): string {
  // Steps are too many and too long to list.
  if (field === 'steps') return `${field} ${listInWords(before as unknown[], after as unknown[])}`
  if (before === null) return `${field} ${shown(after)} added`
  if (after === null) return `${field} ${shown(before)} removed`
  return `${field} ${shown(before)} → ${shown(after)}`
}

/** Counts added and removed entries of a list. */
function listInWords(before: readonly unknown[], after: readonly unknown[]): string {
  const left = [...before]
  let kept = 0
  for (const entry of after) {
    const at = left.indexOf(entry)
    if (at >= 0) {
      left.splice(at, 1)
      kept++
    }
  }
  const [gone, come] = [left.length, after.length - kept]
  return gone === 0 && come === 0
    ? 'in another order'
    : `${before.length} → ${after.length} (+${come} −${gone})`
}

const longest = 60

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
