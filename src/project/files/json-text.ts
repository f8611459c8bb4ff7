/** JSON of others, which may be anything. */

/** Undefined for what is no JSON; `null` is. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
