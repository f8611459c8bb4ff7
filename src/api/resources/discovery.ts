/** Finding scripts: *Script discovery* of the section *Further endpoints*. All shapes are inferred. */
import * as z from 'zod/mini'
import { inferred, inferredList, list, paged } from '../contract/contract.ts'
import { listedScript } from './scripts.ts'

const scriptList = list(listedScript)
/** A category or tag with its number of public scripts. */
const named = z.looseObject({ name: z.string(), scriptCount: z.int() })

export const discovery = {
  search: inferred('GET', '/v1/scripts/search', () => ({
    query: z.extend(paged, {
      query: z.optional(z.string()),
      category: z.optional(z.string()),
      tag: z.optional(z.string()),
    }),
    response: scriptList,
  })),
  featured: inferredList('/v1/scripts/featured', () => listedScript),
  /** Templates for new scripts. */
  templates: inferredList('/v1/scripts/templates', () => listedScript),
  starred: inferredList('/v1/scripts/starred', () => listedScript),
  byUser: inferredList('/v1/scripts/by-user/{userId}', () => listedScript),
  /** Named scripts that the caller may see, in the given order. */
  bySlugs: inferred('GET', '/v1/scripts/by-slugs', () => ({
    query: z.object({ /** Separated by commas. */ slugs: z.string() }),
    response: scriptList,
  })),
  categories: inferred('GET', '/v1/scripts/categories', () => ({ response: list(named) })),
  tags: inferred('GET', '/v1/scripts/tags', () => ({ response: list(named) })),
}
