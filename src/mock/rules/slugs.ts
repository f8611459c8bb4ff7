/** Checks slugs and creates one from a name. */
import { contract } from '../../api/resources/index.ts'
import { conflict, invalid } from '../http/http-error.ts'

/** Routes below `/v1/scripts/`: a script with such a slug could not be read. */
const reserved = new Set([
  ...Object.values(contract.scripts).flatMap(
    ({ path }) => /^\/v1\/scripts\/([a-z-]+)/.exec(path)?.[1] ?? [],
  ),
  'search',
  'featured',
  'templates',
  'categories',
  'tags',
  'starred',
  'by-slugs',
  'by-user',
])

/** Throws 422 for a slug that is a route, 409 for one that is taken. */
export function claimSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (reserved.has(slug)) {
    throw invalid([
      { path: ['slug'], message: `"${slug}" is a route of the service and cannot be a slug` },
    ])
  }
  if (!isTaken(slug)) return slug
  throw conflict('slug_taken', `the slug "${slug}" is taken`)
}

/** Creates a free slug from a name. */
export function slugFrom(name: string, isTaken: (slug: string) => boolean): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{Mark}/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 80)
      .replace(/^-+|-+$/g, '') || 'script'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`
    if (!reserved.has(slug) && !isTaken(slug)) return slug
  }
}
