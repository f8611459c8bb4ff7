/** Matches an answer against a pattern: partial objects, and words for kinds of values. */

/** Patterns for the kind of a value. */
const kinds: Record<string, (value: unknown) => boolean> = {
  $absent: (value) => value === undefined,
  $string: (value) => typeof value === 'string' && value !== '',
  $text: (value) => typeof value === 'string',
  $textOrNull: (value) => value === null || typeof value === 'string',
  $integer: (value) => Number.isSafeInteger(value),
  $number: (value) => Number.isFinite(value),
  $object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  $uuid: (value) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(`${value}`),
  $iso: (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(`${value}`) &&
    !Number.isNaN(Date.parse(`${value}`)),
  /** Text without unpaired surrogates. */
  $wellFormed: (value) => typeof value === 'string' && value.isWellFormed(),
  $url: (value) => typeof value === 'string' && /^https?:$/.test(protocol(value)),
}

/** Patterns with a condition. All conditions must be met. */
const conditions: Record<string, (value: unknown, wanted: never) => boolean> = {
  /** These keys and no others, each matching. */
  $exactly: (value, wanted: object) =>
    matches(wanted, value) &&
    Object.keys(value as object)
      .sort()
      .join() === Object.keys(wanted).sort().join(),
  /** Each of these matches at least one element. */
  $some: (value, wanted: unknown[]) =>
    list(value).length > 0 &&
    wanted.every((one) => list(value).some((element) => matches(one, element))),
  /** No element matches. */
  $none: (value, wanted) =>
    Array.isArray(value) && !value.some((element) => matches(wanted, element)),
  /** Every element matches, and there is at least one. */
  $every: (value, wanted) =>
    list(value).length > 0 && list(value).every((element) => matches(wanted, element)),
  $not: (value, wanted) => !matches(wanted, value),
  $oneOf: (value, wanted: unknown[]) => wanted.some((one) => matches(one, value)),
  /** Length of an array or text. */
  $length: (value, wanted: number) => sized(value)?.length === wanted,
  $longest: (value, wanted: number) => (sized(value)?.length ?? Number.POSITIVE_INFINITY) <= wanted,
  /** Part of a text. */
  $has: (value, wanted: string) => typeof value === 'string' && value.includes(wanted),
  $lacks: (value, wanted: string) => typeof value === 'string' && !value.includes(wanted),
  $starts: (value, wanted: string) => typeof value === 'string' && value.startsWith(wanted),
  /** Later than this time. */
  $after: (value, wanted: string) => Date.parse(`${value}`) > Date.parse(wanted),
}

/**
 * Returns one line for each mismatch. In an object only the expected keys are compared; an array must have
 * exactly the expected elements.
 */
export function mismatches(expected: unknown, actual: unknown, at = 'answer'): string[] {
  const wrong = (what: string) => [`${at}: expected ${what}, got ${brief(actual)}`]
  if (typeof expected === 'string' && expected.startsWith('$')) {
    const kind = kinds[expected]
    if (!kind) throw new Error(`unknown kind ${expected}`)
    return kind(actual) ? [] : wrong(expected)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return wrong('an array')
    if (actual.length !== expected.length) return wrong(`${expected.length} elements`)
    return expected.flatMap((one, index) => mismatches(one, actual[index], `${at}[${index}]`))
  }
  if (typeof expected === 'object' && expected !== null) {
    return Object.entries(expected).flatMap(([key, wanted]) => {
      if (key.startsWith('$')) {
        const condition = conditions[key]
        if (!condition) throw new Error(`unknown condition ${key}`)
        return condition(actual, wanted as never) ? [] : wrong(`${key} ${brief(wanted)}`)
      }
      if (typeof actual !== 'object' || actual === null) return wrong('an object')
      return mismatches(wanted, (actual as Record<string, unknown>)[key], `${at}.${key}`)
    })
  }
  return Object.is(expected, actual) ? [] : wrong(brief(expected))
}

const matches = (expected: unknown, actual: unknown) => mismatches(expected, actual).length === 0
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const sized = (value: unknown) =>
  typeof value === 'string' || Array.isArray(value) ? value : undefined

function protocol(url: string): string {
  try {
    return new URL(url).protocol
  } catch {
    return ''
  }
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 600 ? `${text.slice(0, 600)}… (${text.length} characters)` : text
}
