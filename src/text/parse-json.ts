/** Parses foreign JSON. Undefined if it is invalid; `null` is valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
