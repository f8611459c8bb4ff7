/** Compares revisions (`updatedAt`). They are opaque and sent back unchanged, but one instant has several forms. */

interface Instant {
  seconds: number
  /** Digits behind the decimal point. */
  fraction: string
}

const form =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,12}))?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?$/

function parse(revision: string): Instant | undefined {
  const [, day, time = '', fraction = '', zone = 'Z'] = form.exec(revision) ?? []
  if (day === undefined) return undefined
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  const seconds = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}${offset}`) / 1000
  return Number.isNaN(seconds) ? undefined : { seconds, fraction }
}

/**
 * True for the same text unless it is empty, and for the same instant in two forms. A service may tell microseconds in
 * one place and milliseconds in another: then the shorter form decides.
 */
export function isSameRevision(a: string, b: string): boolean {
  if (a === b) return a !== ''
  const first = parse(a)
  const second = parse(b)
  if (!first || !second || first.seconds !== second.seconds) return false
  const digits = Math.min(first.fraction.length, second.fraction.length)
  // Without a fraction in one of them, only zeros can be sure.
  if (digits === 0) return /^0*$/.test(first.fraction + second.fraction)
  return first.fraction.slice(0, digits) === second.fraction.slice(0, digits)
}

/** True for a revision in whole seconds: two changes within one have the same. */
export const isCoarse = (revision: string): boolean => parse(revision)?.fraction === ''

/** Milliseconds since 1970; NaN for another form. */
export function instantOf(revision: string): number {
  // Seconds or milliseconds since 1970.
  if (/^\d{9,14}$/.test(revision)) return Number(revision) * (revision.length < 12 ? 1000 : 1)
  const instant = parse(revision)
  // `Date.parse` finds a date in nearly everything, also in `W/"5"`.
  if (!instant) return / \d{4} \d\d:\d\d/.test(revision) ? Date.parse(revision) : Number.NaN
  return instant.seconds * 1000 + Number(`0.${instant.fraction || '0'}`) * 1000
}
