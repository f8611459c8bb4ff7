/** Scripts: the contract of the section *Scripts* of the service's document. */
import * as z from 'zod/mini'
import {
  acknowledged,
  furtherSection,
  integer,
  list,
  openEnum,
  operationsOf,
  paged,
  single,
} from '../contract/contract.ts'

const operation = operationsOf('Endpoints / Scripts')

/**
 * A script as a read returns it. Only `id`, `slug` and `name` are required; a gated read has
 * `userCanAccess: false`, empty `code` and null `readme` (*Access gate on reads*).
 */
export const script = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.nullish(z.string()),
  type: z.optional(openEnum(['topology'])),
  code: z.optional(z.string()),
  readme: z.nullish(z.string()),
  readmePreview: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  category: z.nullish(z.string()),
  isPublic: z.optional(z.boolean()),
  /** ISO 8601; set when the script becomes public. */
  publishedAt: z.nullish(z.string()),
  createdAt: z.optional(z.string()),
  /** The revision for `expectedUpdatedAt`, as the service writes it: usually ISO 8601. */
  updatedAt: z.optional(z.string()),
  viewCount: z.optional(z.number()),
  starCount: z.optional(z.number()),
  /** Only in lists of services that send it. */
  commentCount: z.optional(z.number()),
  engineVersion: z.nullish(z.string()),
  section: z.optional(openEnum(['explore', 'cases', 'concepts'])),
  accessTier: z.optional(openEnum(['free', 'premium'])),
  shareToken: z.nullish(z.string()),
  userCanAccess: z.optional(z.boolean()),
})
export type Script = z.output<typeof script>

/** A script in a list: without the fields that the gate protects. */
export const listedScript = z.omit(script, {
  code: true,
  readme: true,
  readmePreview: true,
  shareToken: true,
})
export type ListedScript = z.output<typeof listedScript>

/** Slugs of the service: lower-case letters, digits and hyphens. */
const slug = z.string().check(z.regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens'))

/** Goes back as it came, whatever its form. */
export const revision = z.string().check(z.minLength(1))

const fields = {
  name: z.string().check(z.minLength(1)),
  slug: z.optional(slug),
  description: z.optional(z.string()),
  type: z.string().check(z.minLength(1)),
  code: z.string(),
  tags: z.optional(z.array(z.string())),
  isPublic: z.optional(z.boolean()),
  readme: z.optional(z.nullable(z.string())),
  engineVersion: z.optional(z.string()),
}

/** Body of a create. */
const newScript = z.object(fields)

/** Body of an update: any subset, guarded by the revision that it is based on. */
const scriptPatch = z.partial(z.object({ ...fields, expectedUpdatedAt: revision }))

export const scripts = {
  gallery: operation('GET', '/v1/scripts/gallery', () => ({
    auth: 'none',
    query: z.object({
      query: z.optional(z.string()),
      category: z.optional(z.string()),
      tag: z.optional(z.string()),
      page: z.optional(integer(1)),
      pageSize: z.optional(integer(1)),
    }),
    response: list(listedScript),
  })),
  public: operation('GET', '/v1/scripts/public', () => ({
    auth: 'none',
    query: paged,
    response: list(listedScript),
  })),
  /** Scripts of the caller. */
  own: operationsOf(furtherSection)('GET', '/v1/scripts/user', () => ({
    query: paged,
    response: list(listedScript),
  })),
  get: operation('GET', '/v1/scripts/{idOrSlug}', () => ({
    auth: 'none',
    response: single(script),
  })),
  create: operation('POST', '/v1/scripts', () => ({ body: newScript, response: single(script) })),
  update: operation('PATCH', '/v1/scripts/{id}', () => ({
    body: scriptPatch,
    response: single(script),
  })),
  delete: operation('DELETE', '/v1/scripts/{id}'),
  /** Toggles the star and returns the new state. */
  star: operation('POST', '/v1/scripts/{id}/star', () => ({
    response: z.looseObject({ starred: z.boolean() }),
  })),
  view: operation('POST', '/v1/scripts/{id}/view', () => ({
    auth: 'none',
    response: z.extend(acknowledged, { viewCount: z.optional(z.int()) }),
  })),
}
