/** Formats a change as a readable line. */
import type { Change, FieldChange } from './change.ts'

/** `connection web->db: type http → tcp, port 5432 added`; `orders-db → orders-store (Orders)` for a new id. */
export function describeChange({ what, id, was, label, fields }: Change): string {
  const name = label === null || label === id ? id : `${id} (${label})`
  const item = was === undefined ? `${what} ${name}` : `${was} → ${name}`
  return fields.length === 0 ? item : `${item}: ${fields.map(describeField).join(', ')}`
}

/** `type http → tcp`; long values are truncated. */
export function describeField({ field, before, after }: FieldChange): string {
  // Steps are too many and too long to list.
  if (field === 'steps') return `${field} ${describeList(before as unknown[], after as unknown[])}`
  if (before === null) return `${field} ${formatValue(after)} added`
  if (after === null) return `${field} ${formatValue(before)} removed`
  return `${field} ${formatValue(before)} → ${formatValue(after)}`
}

/** Counts added and removed entries of a list. */
function describeList(before: readonly unknown[], after: readonly unknown[]): string {
  const left = [...before]
  let kept = 0
  for (const entry of after) {
    const at = left.indexOf(entry)
    if (at >= 0) {
      left.splice(at, 1)
      kept++
    }
  }
  const gone = left.length
  const come = after.length - kept
  return gone === 0 && come === 0
    ? 'in another order'
    : `${before.length} → ${after.length} (+${come} −${gone})`
}

const maxLength = 60

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ')
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}
