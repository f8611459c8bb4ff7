/** What is sent of a script, and when two of them are the same. */

import { createHash } from 'node:crypto'

/** Exactly the fields that go to the service and come back from it. */
export interface ScriptContent {
  slug: string
  name: string
  description: string
  type: string
  code: string
  tags: string[]
  isPublic: boolean
  /** Markdown; an empty readme is the same as none. */
  readme: string | null
  engineVersion: string
}

export type ContentField = keyof ScriptContent

/** In the order in which they are hashed: changing it makes every remembered hash stale. */
export const CONTENT_FIELDS = [
  'slug',
  'name',
  'description',
  'type',
  'code',
  'tags',
  'isPublic',
  'readme',
  'engineVersion',
] as const satisfies readonly ContentField[]

/** SHA-256, in hexadecimal, of the fields as canonical JSON. */
export function contentHash(content: ScriptContent): string {
  const canonical = JSON.stringify(CONTENT_FIELDS.map((field) => comparable(content, field)))
  return createHash('sha256').update(canonical).digest('hex')
}

/** The fields that differ, in the order of `CONTENT_FIELDS`. */
export function changedFields(before: ScriptContent, after: ScriptContent): ContentField[] {
  return CONTENT_FIELDS.filter(
    (field) => JSON.stringify(comparable(before, field)) !== JSON.stringify(comparable(after, field)),
  )
}

function comparable(content: ScriptContent, field: ContentField): unknown {
  return field === 'readme' ? content.readme || null : content[field]
}
