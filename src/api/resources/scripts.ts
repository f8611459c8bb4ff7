/** Scripts: the contract of the section *Scripts* of the service's document. */
import { z } from 'zod'
import {
  acknowledged,
  furtherSection,
  integer,
  list,
  openEnum,
  operationsOf,
  paged,
  single,
} from '../contract.ts'

const operation = operationsOf('Endpoints / Scripts')

/**
 * A script as a read returns it. Only `id`, `slug` and `name` are required; a gated read has
 * `userCanAccess: false`, empty `code` and null `readme` (*Access gate on reads*).
 */
export const script = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  type: openEnum(['topology']).optional(),
  code: z.string().optional(),
  readme: z.string().nullish(),
  readmePreview: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  category: z.string().nullish(),
  isPublic: z.boolean().optional(),
  /** ISO 8601; set when the script becomes public. */
  publishedAt: z.string().nullish(),
  createdAt: z.string().optional(),
  /** The revision for `expectedUpdatedAt`, as the service writes it: usually ISO 8601. */
  updatedAt: z.string().optional(),
  viewCount: z.number().optional(),
  starCount: z.number().optional(),
  /** Only in lists of services that send it. */
  commentCount: z.number().optional(),
  engineVersion: z.string().nullish(),
  section: openEnum(['explore', 'cases', 'concepts']).optional(),
  accessTier: openEnum(['free', 'premium']).optional(),
  shareToken: z.string().nullish(),
  userCanAccess: z.boolean().optional(),
})
export type Script = z.output<typeof script>

/** A script in a list: without the fields that the gate protects. */
export const listedScript = script.omit({ code: true, readme: true, readmePreview: true, shareToken: true })
export type ListedScript = z.output<typeof listedScript>

/** Slugs of the service: lower-case letters, digits and hyphens. */
const slug = z.string().regex(/^[a-z0-9-]+$/, 'lower-case letters, digits and hyphens')

/** Goes back as it came, whatever its form. */
export const revision = z.string().min(1)

const fields = {
  name: z.string().min(1),
  slug: slug.optional(),
  description: z.string().optional(),
  type: z.string().min(1),
  code: z.string(),
  tags: z.array(z.string()).optional(),
  isPublic: z.boolean().optional(),
  readme: z.string().nullable().optional(),
  engineVersion: z.string().optional(),
}

/** Body of a create. */
const newScript = z.object(fields)

/** Body of an update: any subset, guarded by the revision that it is based on. */
const scriptPatch = z.object({ ...fields, expectedUpdatedAt: revision }).partial()

export const scripts = {
  gallery: operation('GET', '/v1/scripts/gallery', () => ({
    auth: 'none',
    query: z.object({
      query: z.string().optional(),
      category: z.string().optional(),
      tag: z.string().optional(),
      page: integer(1).optional(),
      pageSize: integer(1).optional(),
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
  get: operation('GET', '/v1/scripts/{idOrSlug}', () => ({ auth: 'none', response: single(script) })),
  create: operation('POST', '/v1/scripts', () => ({ body: newScript, response: single(script) })),
  update: operation('PATCH', '/v1/scripts/{id}', () => ({ body: scriptPatch, response: single(script) })),
  delete: operation('DELETE', '/v1/scripts/{id}'),
  /** Toggles the star and returns the new state. */
  star: operation('POST', '/v1/scripts/{id}/star', () => ({
    response: z.looseObject({ starred: z.boolean() }),
  })),
  view: operation('POST', '/v1/scripts/{id}/view', () => ({
    auth: 'none',
    response: acknowledged.extend({ viewCount: z.int().optional() }),
  })),
}
