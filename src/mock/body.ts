/** What came with a request, read within limits and checked by a schema. */
import type { z } from 'zod'
import { invalid, tooLarge } from './refusal.ts'

/** More than any tier may send, so that a huge body is refused before it is parsed. */
const largestBody = 4 * 1024 * 1024

/** The body as JSON, and its length in characters; an empty one is an empty object. */
export async function bodyOf(request: Request): Promise<{ value: unknown; length: number }> {
  if (Number(request.headers.get('content-length') ?? 0) > largestBody) {
    throw tooLarge('the request is too large')
  }
  const text = await request.text()
  if (text.length > largestBody) throw tooLarge('the request is too large')
  if (text === '') return { value: {}, length: 0 }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid([{ path: [], message: 'the body is not JSON' }])
  }
  if (isDeep(value)) throw invalid([{ path: [], message: 'the body is nested too deeply' }])
  return { value, length: text.length }
}

/** Deeper than anything the service takes, and than what a recursive function bears. */
const deepest = 64

function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    )
  }
  return false
}

/** The value as the schema has it, or 422 `validation_failed` with its issues. */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(result.error.issues.map(({ path, message }) => ({ path, message })))
}
