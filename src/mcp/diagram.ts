/** What is told of a diagram, whichever tool tells it. */
import { z } from 'zod'
import type { ListedScript } from '../api/resources/scripts.ts'
import type { Reach } from './service-pool.ts'

/** A diagram without its code. */
export const diagramSummary = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  isPublic: z.boolean(),
  updatedAt: z.string().nullable().describe('Its revision.'),
  url: z.string().nullable().describe('Where everybody can see it, if it is public.'),
})

export function toDiagramSummary(
  script: ListedScript,
  { webAddress }: Pick<Reach, 'webAddress'>,
): z.output<typeof diagramSummary> {
  const { id, slug, name, description, tags, isPublic = false, updatedAt } = script
  return {
    ...{ id, slug, name, isPublic },
    description: description ?? '',
    tags: tags ?? [],
    updatedAt: updatedAt ?? null,
    url: (isPublic && webAddress(slug)) || null,
  }
}

/** In one line. */
export function lineOf({ slug, name, description, tags, isPublic }: z.output<typeof diagramSummary>): string {
  const about = description === '' ? '' : `: ${description}`
  const tagged = tags.length === 0 ? '' : ` [${tags.join(', ')}]`
  return `- ${slug} (${isPublic ? 'public' : 'private'}) "${name}"${about}${tagged}`.replace(/\s+/g, ' ')
}

/** How a tool takes a diagram. */
export const named = {
  id: z.string().min(1).optional().describe('Id of the diagram. Give this or slug.'),
  slug: z.string().min(1).optional().describe('Slug of the diagram. Give this or id.'),
}
