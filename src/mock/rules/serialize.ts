/** Converts scripts to JSON: full, gated, or as a list item. */
import type { ScriptRow, UserRow } from '../database/rows.ts'
import { previewOf } from './access-gate.ts'

/** Fields for every caller who may see the script. */
export function toListItem(row: ScriptRow, starCount: number) {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    type: row.type,
    category: row.category,
    tags: [...row.tags],
    isPublic: row.isPublic,
    publishedAt: row.publishedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    viewCount: row.viewCount,
    starCount,
    engineVersion: row.engineVersion,
    section: row.section,
    accessTier: row.accessTier,
  }
}

/** Full script; without access code and readme are empty, with a teaser instead. */
export function toScript(
  row: ScriptRow,
  starCount: number,
  caller: UserRow | undefined,
  isOpen: boolean,
) {
  const guarded = isOpen
    ? {
        code: row.code,
        readme: row.readme,
        readmePreview: null,
        shareToken: row.ownerId === caller?.id ? row.shareToken : null,
        userCanAccess: true,
      }
    : {
        code: '',
        readme: null,
        readmePreview: previewOf(row.readme),
        shareToken: null,
        userCanAccess: false,
      }
  return { ...toListItem(row, starCount), ...guarded }
}

/** Convention 3 of the document: some of the rows and the total count. */
export function paginate<R, T>(
  rows: readonly R[],
  offset: number,
  limit: number,
  show: (row: R) => T,
) {
  return { items: rows.slice(offset, offset + limit).map(show), totalCount: rows.length }
}

const maxPageSize = 100
const defaultPageSize = 20
export const pageSize = (asked: number | undefined) =>
  Math.min(asked ?? defaultPageSize, maxPageSize)

/** The same for a list that is paged by offset. */
export const paginateByOffset = <R, T>(
  rows: readonly R[],
  { offset, limit }: { offset?: number | undefined; limit?: number | undefined },
  show: (row: R) => T,
) => paginate(rows, offset ?? 0, pageSize(limit), show)

/** Public data of a user. */
export const toAuthor = ({ username, fullName, avatarUrl }: UserRow) => ({
  username,
  fullName,
  avatarUrl,
})
