/** Parses untrusted JSON. */

/** Returns undefined for invalid JSON; `null` is valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
