/** Finding scripts: *Script discovery* of the section *Further endpoints*. All shapes are inferred. */
import { z } from 'zod'
import { inferred, list, paged } from '../contract.ts'
import { listedScript } from './scripts.ts'

const scriptList = list(listedScript)
/** A category or a tag with how many public scripts have it. */
const named = z.looseObject({ name: z.string(), scriptCount: z.int() })

const lists = <const P extends `/v1/scripts/${string}`>(path: P) =>
  inferred({ method: 'GET', path, auth: 'key', query: paged, response: scriptList })

export const discovery = {
  search: inferred({
    method: 'GET',
    path: '/v1/scripts/search',
    auth: 'key',
    query: paged.extend({
      query: z.string().optional(),
      category: z.string().optional(),
      tag: z.string().optional(),
    }),
    response: scriptList,
  }),
  featured: lists('/v1/scripts/featured'),
  /** Scripts to begin from. */
  templates: lists('/v1/scripts/templates'),
  starred: lists('/v1/scripts/starred'),
  byUser: lists('/v1/scripts/by-user/{userId}'),
  /** Those of the named that the caller may see, in the order in which they were named. */
  bySlugs: inferred({
    method: 'GET',
    path: '/v1/scripts/by-slugs',
    auth: 'key',
    query: z.object({ /** Separated by commas. */ slugs: z.string() }),
    response: scriptList,
  }),
  categories: inferred({
    method: 'GET',
    path: '/v1/scripts/categories',
    auth: 'key',
    response: list(named),
  }),
  tags: inferred({ method: 'GET', path: '/v1/scripts/tags', auth: 'key', response: list(named) }),
}
