/** Defines the synced content of a script, its hash and its comparison. */

import { createHash } from 'node:crypto'
import { withLineFeeds } from './line-ends.ts'

/** Exactly the fields that are sent to and received from the service. */
export interface ScriptContent {
  slug: string
  name: string
  description: string
  type: string
  code: string
  tags: string[]
  isPublic: boolean
  /** Markdown; empty and null are the same. */
  readme: string | null
  engineVersion: string
}

export type ContentField = keyof ScriptContent

/** In hash order: another order would make every stored hash stale. */
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

/** SHA-256 of the fields as canonical JSON, hexadecimal; line ends do not count. */
export function contentHash(content: ScriptContent): string {
  const canonical = JSON.stringify(CONTENT_FIELDS.map((field) => comparable(content, field)))
  return createHash('sha256').update(canonical).digest('hex')
}

/** Fields that differ, in the order of `CONTENT_FIELDS`. */
export function changedFields(before: ScriptContent, after: ScriptContent): ContentField[] {
  return CONTENT_FIELDS.filter(
    (field) => JSON.stringify(comparable(before, field)) !== JSON.stringify(comparable(after, field)),
  )
}

/**
 * True if the contents differ at most in what services tidy: line endings, spaces around texts, and order, case and
 * doubles of tags.
 */
export const equalAfterTidying = (a: ScriptContent, b: ScriptContent): boolean =>
  changedFields(tidied(a), tidied(b)).length === 0

function tidied(content: ScriptContent): ScriptContent {
  const text = (value: string) => withLineFeeds(value).trimEnd()
  return {
    ...content,
    name: content.name.trim(),
    description: content.description.trim(),
    code: text(content.code),
    readme: text(content.readme ?? '') || null,
    tags: [...new Set(content.tags.map((tag) => tag.trim().toLowerCase()))].sort(),
  }
}

function comparable(content: ScriptContent, field: ContentField): unknown {
  if (field === 'code') return withLineFeeds(content.code)
  return field === 'readme' ? withLineFeeds(content.readme ?? '') || null : content[field]
}
