/** Defines the synced content of a script, its hash and its comparison. */

import { withLineFeeds } from '../../text/line-ends.ts'

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

/** Sent unless the header of a script names another one. */
export const DEFAULT_ENGINE_VERSION = '1.0'

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

/** Fields that differ, in the order of `CONTENT_FIELDS`. */
export function changedFields(before: ScriptContent, after: ScriptContent): ContentField[] {
  return CONTENT_FIELDS.filter(
    (field) =>
      JSON.stringify(comparableField(before, field)) !==
      JSON.stringify(comparableField(after, field)),
  )
}

/**
 * True if a service that was sent the one content may have stored the other. Services tidy line ends, spaces around
 * texts, Unicode forms, characters of HTML, and the order, case and doubles of tags. Some set their own engine version.
 * @param fields compares only these
 */
export function equalAfterTidying(
  stored: ScriptContent,
  sent: ScriptContent,
  fields: readonly ContentField[] = CONTENT_FIELDS,
): boolean {
  const isOwnVersion = sent.engineVersion !== DEFAULT_ENGINE_VERSION
  const changed = changedFields(tidied(stored), tidied(sent)).filter((field) =>
    fields.includes(field),
  )
  return changed.every((field) => field === 'engineVersion' && !isOwnVersion)
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

function tidied(content: ScriptContent): ScriptContent {
  const line = (value: string) =>
    value
      .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => entities[name] ?? '')
      .normalize('NFC')
      .trim()
  const text = (value: string) =>
    withLineFeeds(value)
      .normalize('NFC')
      .replace(/[ \t]+$/gm, '')
      .trimEnd()
  const tags = new Set(content.tags.map((tag) => line(tag).toLowerCase()))
  return {
    ...content,
    name: line(content.name),
    description: line(content.description),
    code: text(content.code),
    readme: text(content.readme ?? '') || null,
    tags: [...tags].sort(),
  }
}

/** The value of a field for comparisons: line ends do not count. */
export function comparableField(content: ScriptContent, field: ContentField): unknown {
  if (field === 'code') return withLineFeeds(content.code)
  return field === 'readme' ? withLineFeeds(content.readme ?? '') || null : content[field]
}
