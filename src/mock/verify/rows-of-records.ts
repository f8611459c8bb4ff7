/** Rows of the embedded service made of recorded records: what is missing or of another type gets a default. */
import { isRecord, type UntypedRecord } from '../../api/envelope.ts'
import type { SchemaRow, WorkspaceRow } from '../database/inferred-rows.ts'
import type { CollectionRow, CommentRow, ScriptRow, UserRow } from '../database/rows.ts'
import { isId } from './known.ts'

/** Accepted by the validation of topology scripts. */
const someCode = `const topology = new TopologyBuilder(true)
topology.createProcess({ id: 'recorded', label: 'Recorded' })
await topology.apply()
`

export const textOf = (value: unknown): string | undefined => (isId(value) ? String(value) : undefined)
const flagOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
const oneOf = <const T extends string>(value: unknown, known: readonly T[], initial: T): T =>
  known.find((one) => one === value) ?? initial

/** The instant of a date in the form of ISO 8601 or of a database, as the embedded service writes it. */
function isoOf(value: unknown): string | undefined {
  const text = String(value)
    .replace(/^(\d{4}-\d\d-\d\d) /, '$1T')
    .replace(
      /(:\d\d(?:\.\d+)?) ?([+-]\d\d):?(\d\d)?$/,
      (_match, seconds: string, hours: string, minutes = '00') => `${seconds}${hours}:${minutes}`,
    )
  const time = typeof value === 'number' ? value : Date.parse(text)
  return Math.abs(time) <= maxTime ? new Date(time).toISOString() : undefined
}

/** Largest distance of a date from 1970, in milliseconds. */
const maxTime = 8.64e15

interface Defaults {
  readonly id: string
  /** ISO 8601. */
  readonly now: string
}

export function scriptRow(
  record: UntypedRecord,
  { id, now, slug, ownerId }: Defaults & { slug: string; ownerId: string },
): ScriptRow {
  const createdAt = isoOf(record.createdAt) ?? isoOf(record.updatedAt) ?? now
  const isPublic = flagOf(record.isPublic) ?? true
  const isDenied = record.userCanAccess === false
  const code = textOf(record.code)
  return {
    ...{ id, slug, ownerId, workspaceId: null, isPublic, createdAt },
    name: textOf(record.name) ?? slug,
    description: textOf(record.description) ?? '',
    type: textOf(record.type) ?? 'topology',
    code: isDenied || code === undefined ? someCode : code,
    readme: textOf(record.readme) ?? null,
    tags: textsOf(record.tags),
    category: textOf(record.category) ?? null,
    section: isDenied ? 'cases' : oneOf(record.section, ['explore', 'cases', 'concepts'], 'explore'),
    accessTier: isDenied ? 'premium' : oneOf(record.accessTier, ['free', 'premium'], 'free'),
    engineVersion: textOf(record.engineVersion) ?? '1.0',
    shareToken: textOf(record.shareToken) ?? null,
    viewCount: countOf(record.viewCount),
    updatedAt: isoOf(record.updatedAt) ?? createdAt,
    publishedAt: isPublic ? (isoOf(record.publishedAt) ?? createdAt) : null,
  }
}

export const userRow = (record: UntypedRecord, { id, now }: Defaults): UserRow => ({
  id,
  username: textOf(record.username) ?? `user-${id}`,
  fullName: textOf(record.fullName) ?? '',
  email: textOf(record.email) ?? `${id}@example.com`,
  avatarUrl: textOf(record.avatarUrl) ?? null,
  tier: oneOf(record.tier, ['free', 'pro'], 'free'),
  isAdmin: record.isAdmin === true,
  createdAt: isoOf(record.createdAt) ?? now,
})

export const commentRow = (
  record: UntypedRecord,
  { id, now, scriptId, userId }: Defaults & { scriptId: string; userId: string },
): CommentRow => ({
  ...{ id, scriptId, userId },
  content: textOf(record.content) ?? 'recorded',
  targetType: oneOf(record.targetType, ['script', 'node', 'edge'], 'script'),
  targetId: textOf(record.targetId) ?? null,
  createdAt: isoOf(record.createdAt) ?? now,
})

export const collectionRow = (
  record: UntypedRecord,
  { id, now, ownerId }: Defaults & { ownerId: string },
): CollectionRow => ({
  ...{ id, ownerId },
  name: textOf(record.name) ?? 'recorded',
  description: textOf(record.description) ?? null,
  color: textOf(record.color) ?? null,
  createdAt: isoOf(record.createdAt) ?? now,
})

export const workspaceRow = (
  record: UntypedRecord,
  { id, now, ownerId }: Defaults & { ownerId: string },
): WorkspaceRow => ({
  ...{ id, ownerId },
  name: textOf(record.name) ?? 'recorded',
  description: textOf(record.description) ?? null,
  isPublic: record.isPublic === true,
  avatarUrl: textOf(record.avatarUrl) ?? null,
  createdAt: isoOf(record.createdAt) ?? now,
})

export const schemaRow = (
  record: UntypedRecord,
  { id, now, ownerId }: Defaults & { ownerId: string },
): SchemaRow => ({
  ...{ id, ownerId },
  name: textOf(record.name) ?? 'recorded',
  description: textOf(record.description) ?? null,
  code: textOf(record.code) ?? '',
  createdAt: isoOf(record.createdAt) ?? now,
  updatedAt: isoOf(record.updatedAt) ?? now,
})

/** Tags that open a premium case: `category:<slug>`. */
export const categoriesOf = ({ tags }: UntypedRecord): string[] =>
  textsOf(tags).flatMap((tag) => (tag.startsWith('category:') ? [tag.slice('category:'.length)] : []))

export const authorRecord = ({ author, userId }: UntypedRecord): UntypedRecord => ({
  ...(isRecord(author) ? author : {}),
  id: userId,
})
