/** Reads foreign JSON. */

export type UntypedRecord = Readonly<Record<string, unknown>>

/** Undefined if it is invalid; `null` is valid. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for an object that is no list. */
export const isRecord = (value: unknown): value is UntypedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
