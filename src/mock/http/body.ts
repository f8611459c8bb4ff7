/** Reads request bodies within limits and validates them by a schema. */
import type * as z from 'zod/mini'
import { jsonSize } from '../../limits/json.ts'
import { type LimitName, limits } from '../../limits/limits.ts'
import type { Connection } from './connection.ts'
import { compressed, invalid, tooLarge } from './http-error.ts'
import { issuesOf } from './issues.ts'

/** Deeper than any valid body, shallow enough for recursive functions. */
const jsonLimits = { values: Number.POSITIVE_INFINITY, depth: 64 }
/** Bytes that are not UTF-8 are an error, instead of being stored as something else. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses the body as JSON and returns its length in bytes; an empty body is an empty object.
 * @throws HttpError 413 above the size limit, 415 for a compressed body, 422 for one that is not JSON
 */
export async function readJsonBody(
  wire: Pick<Connection, 'body' | 'header'>,
  limit: LimitName = 'requestBody',
): Promise<{ value: unknown; length: number }> {
  const bytes = await wire.body(limits[limit].most)
  if (bytes === undefined) throw tooLarge('the request body is too large')
  if (bytes.length === 0) return { value: {}, length: 0 }
  const encoding = wire.header('content-encoding')
  // The document knows no compressed bodies, so another deployment may not read them either.
  if (encoding !== undefined && !/^(identity|[\s,])*$/i.test(encoding)) throw compressed(encoding)
  if (jsonSize(bytes, jsonLimits).depth > jsonLimits.depth) {
    throw invalid([{ path: [], message: 'the body is nested too deeply' }])
  }
  try {
    return { value: JSON.parse(decoder.decode(bytes)), length: bytes.length }
  } catch {
    throw invalid([{ path: [], message: 'the body is not JSON in UTF-8' }])
  }
}

/** Parses the value by the schema; throws 422 `validation_failed` with its issues. */
export function check<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw invalid(issuesOf(result.error, schema))
}
