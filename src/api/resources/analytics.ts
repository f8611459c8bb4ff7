/** Statistics: *Analytics* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, integer, list, single } from '../contract/contract.ts'
import { listedScript } from './scripts.ts'

const counts = { viewCount: z.int(), starCount: z.int(), commentCount: z.int() }
const name = z.string().check(z.minLength(1), z.maxLength(100))

export const analytics = {
  event: inferred('POST', '/v1/analytics/events', () => ({
    body: z.object({ event: name, scriptId: z.optional(z.string()) }),
  })),
  /** A step towards a goal, such as `checkout-opened`. */
  funnel: inferred('POST', '/v1/analytics/funnel', () => ({
    body: z.object({ step: name, scriptId: z.optional(z.string()) }),
  })),
  /** For all scripts of the caller. */
  dashboard: inferred('GET', '/v1/analytics/dashboard', () => ({
    response: single(
      z.looseObject({
        scriptCount: z.int(),
        publicCount: z.int(),
        ...counts,
      }),
    ),
  })),
  /** Public scripts, most viewed first. */
  popular: inferredList('/v1/analytics/popular', () => listedScript),
  /** Public scripts, newest first. */
  recent: inferredList('/v1/analytics/recent', () => listedScript),
  summary: inferred('GET', '/v1/analytics/script/{id}/summary', () => ({
    response: single(z.looseObject({ scriptId: z.string(), ...counts })),
  })),
  /** One item per day, oldest first, including days without views. */
  daily: inferred('GET', '/v1/analytics/script/{id}/daily', () => ({
    query: z.object({ days: z.optional(integer(1).check(z.maximum(366))) }),
    response: list(
      z.looseObject({
        date: z.string(),
        views: z.int(),
        stars: z.int(),
      }),
    ),
  })),
}
