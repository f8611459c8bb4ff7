/** The description of a diagram that all tools return. */
import * as z from 'zod/mini'
import type { ListedScript } from '../api/resources/scripts.ts'
import type { LocalScript } from '../project/script/load.ts'
import type { ServiceAccess } from './service-pool.ts'

/** A diagram without its code. */
export const diagramSummary = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  isPublic: z.nullable(z.boolean()).check(z.describe('Null if the service does not tell.')),
  updatedAt: z
    .nullable(z.string())
    .check(z.describe('Revision of the diagram; null if the service tells none.')),
  url: z.nullable(z.string()).check(z.describe('Public URL; null if the diagram is private.')),
})

export function toDiagramSummary(
  script: ListedScript,
  { webAddress }: Pick<ServiceAccess, 'webAddress'>,
): z.output<typeof diagramSummary> {
  const { id, slug, name, description, tags, isPublic = null, updatedAt } = script
  return {
    id,
    slug,
    name,
    isPublic,
    description: description ?? '',
    tags: tags ?? [],
    updatedAt: updatedAt ?? null,
    url: (isPublic === true && webAddress(slug)) || null,
  }
}

/** Describes a diagram in one line, with its id and its URL: some clients show only the text of a result. */
export function diagramLine({
  id,
  slug,
  name,
  description,
  tags,
  isPublic,
  url,
}: z.output<typeof diagramSummary>): string {
  const about = description === '' ? '' : `: ${description}`
  const tagged = tags.length === 0 ? '' : ` [${tags.join(', ')}]`
  const visibility = isPublic === null ? [] : [isPublic ? 'public' : 'private']
  const facts = [...visibility, `id ${id}`, ...(url === null ? [] : [url])]
  return `- ${slug} (${facts.join(', ')}) "${name}"${about}${tagged}`.replace(/\s+/g, ' ')
}

/** Empty where the service tells no revisions. */
export const revisionLine = ({
  updatedAt,
}: Pick<z.output<typeof diagramSummary>, 'updatedAt'>): string[] =>
  updatedAt === null ? [] : [`updatedAt: ${updatedAt}`]

/** A diagram on the service, or a script of the project. */
export const anyDiagramSummary = z.extend(diagramSummary, {
  id: z.nullable(z.string()).check(z.describe('Null for a local script.')),
  path: z.optional(z.string()).check(z.describe('File of a local script.')),
})

export function toLocalSummary({
  path,
  content,
}: Pick<LocalScript, 'path' | 'content'>): z.output<typeof anyDiagramSummary> {
  const { slug, name, description, tags, isPublic } = content
  return { id: null, path, slug, name, description, tags, isPublic, updatedAt: null, url: null }
}
