/** Statistics: *Analytics* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { acknowledged, inferred, integer, list, paged, single } from '../contract.ts'
import { listedScript } from './scripts.ts'

const counts = { viewCount: z.int(), starCount: z.int(), commentCount: z.int() }
const name = z.string().min(1).max(100)

export const analytics = {
  event: inferred({
    method: 'POST',
    path: '/v1/analytics/events',
    auth: 'key',
    body: z.object({ event: name, scriptId: z.string().optional() }),
    response: acknowledged,
  }),
  /** A step towards a goal, such as `checkout-opened`. */
  funnel: inferred({
    method: 'POST',
    path: '/v1/analytics/funnel',
    auth: 'key',
    body: z.object({ step: name, scriptId: z.string().optional() }),
    response: acknowledged,
  }),
  /** For all scripts of the caller. */
  dashboard: inferred({
    method: 'GET',
    path: '/v1/analytics/dashboard',
    auth: 'key',
    response: single(z.looseObject({ scriptCount: z.int(), publicCount: z.int(), ...counts })),
  }),
  /** Public scripts, most viewed first. */
  popular: inferred({
    method: 'GET',
    path: '/v1/analytics/popular',
    auth: 'key',
    query: paged,
    response: list(listedScript),
  }),
  /** Public scripts, newest first. */
  recent: inferred({
    method: 'GET',
    path: '/v1/analytics/recent',
    auth: 'key',
    query: paged,
    response: list(listedScript),
  }),
  summary: inferred({
    method: 'GET',
    path: '/v1/analytics/script/{id}/summary',
    auth: 'key',
    response: single(z.looseObject({ scriptId: z.string(), ...counts })),
  }),
  /** One item per day, oldest first, including days without views. */
  daily: inferred({
    method: 'GET',
    path: '/v1/analytics/script/{id}/daily',
    auth: 'key',
    query: z.object({ days: integer(1).max(366).optional() }),
    response: list(z.looseObject({ date: z.string(), views: z.int(), stars: z.int() })),
  }),
}
