/** Defines the metadata of a script, with its defaults. */

import type { Direction } from '../../render/index.ts'
import { DEFAULT_ENGINE_VERSION } from './content.ts'

/** Metadata of a script; `readme` is a path relative to the script file, absent for `<slug>.md`. Never sent: `readme`, `namespace` and `direction`. */
export interface Metadata {
  name: string
  description: string
  tags: string[]
  public: boolean
  slug: string
  readme?: string | undefined
  /** Ids of its nodes are names in this namespace, for `topo query`. */
  namespace?: string | undefined
  /** Where connections lead in its pictures. */
  direction?: Direction | undefined
  type: string
  engineVersion: string
}

export type MetadataKey = keyof Metadata

/** All header keys, in the order in which they are written. */
export const METADATA_KEYS = [
  'name',
  'description',
  'tags',
  'public',
  'slug',
  'readme',
  'namespace',
  'direction',
  'type',
  'engineVersion',
] as const satisfies readonly MetadataKey[]

/** Metadata that `defaults` of `topo.config.json` may set for all scripts of a project. */
export interface ProjectDefaults
  extends Partial<Pick<Metadata, 'description' | 'tags' | 'public' | 'type' | 'engineVersion'>> {
  /** `slug` of `topo.config.json`, such as `{path}-{name}`: makes the slug of a file whose header has none. */
  slugPattern?: string | undefined
}

export const SLUG = /^[a-z0-9-]+$/

/** Defaults for a file whose slug would be `fileSlug`; `slug` may come from its header. */
export function defaultMetadata(
  fileSlug: string,
  { slugPattern: _, ...projectDefaults }: ProjectDefaults = {},
  slug = fileSlug,
): Metadata {
  return {
    name: slug,
    description: '',
    tags: [],
    public: false,
    slug: fileSlug,
    type: 'topology',
    engineVersion: DEFAULT_ENGINE_VERSION,
    ...projectDefaults,
  }
}

/** Converts any text to a valid slug, for suggestions: `My Shop!` → `my-shop`. */
export function slugify(text: string): string {
  const ascii = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
}

/** Slug from a file name: `diagrams/shop.topology.ts` → `shop`. */
export function fileSlugOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
  return name.replace(/(?:\.topology)?\.[cm]?[jt]s$/, '')
}

/**
 * Slug of a script whose header has none.
 * @param path relative to the project's root, with `/`
 */
export function defaultSlugOf(
  path: string,
  { slugPattern = '{name}' }: ProjectDefaults = {},
): string {
  const name = fileSlugOf(path)
  const folders = path.split('/').slice(0, -1).map(slugify)
  const parts: Record<string, string> = {
    name,
    folder: folders.at(-1) ?? '',
    path: folders.join('-'),
  }
  const slug = slugPattern.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
  // A part without letters leaves no hyphens, unless they are those of the name.
  return slugPattern === '{name}' ? name : slug.replace(/-+/g, '-').replace(/^-|-$/g, '')
}

/** The name of an id in all diagrams of a project: `topo query` and its like join the same names. */
export const nameIn = ({ namespace }: Pick<Metadata, 'namespace'>, id: string): string =>
  namespace === undefined ? id : `${namespace}/${id}`

export function sameMetadata(a: Metadata, b: Metadata): boolean {
  return METADATA_KEYS.every((key) => sameValue(a[key], b[key]))
}

export function sameValue(a: Metadata[MetadataKey], b: Metadata[MetadataKey]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
