/** Merges the local and the remote version of a script: field by field, texts line by line. */

import { type Marking, withMarks } from '../../project/script/conflict-markers.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  type ScriptContent,
} from '../../project/script/content.ts'
import { threeWay } from './three-way.ts'

/** Merged line by line. */
export const TEXT_FIELDS = ['code', 'readme'] as const satisfies readonly ContentField[]

export interface MergeResult {
  /** Conflicting fields have the local value; conflicting texts have conflict markers. */
  content: ScriptContent
  /** Fields that both sides changed differently. */
  conflicts: ContentField[]
  /** For conflicting fields that cannot contain markers: the base and remote values. */
  conflictingValues?: ConflictingValues | undefined
}

export interface ConflictingValues {
  base: ScriptContent | undefined
  remote: ScriptContent
  marking: Marking | undefined
}

/** Without a base, every difference is a conflict. */
export function mergeContent(
  base: ScriptContent | undefined,
  local: ScriptContent,
  remote: ScriptContent,
  marking?: Marking,
): MergeResult {
  const conflicts: ContentField[] = []
  const merged = CONTENT_FIELDS.map((field) => {
    const { value, conflict } = isText(field)
      ? mergeText(base && (base[field] ?? ''), local[field] ?? '', remote[field] ?? '', marking)
      : mergeValue(base?.[field], local[field], remote[field])
    if (conflict) conflicts.push(field)
    return [field, field === 'readme' ? value || null : value]
  })
  const content = Object.fromEntries(merged) as ScriptContent
  const values = conflicts.filter((field) => !isText(field))
  if (values.length === 0) return { content, conflicts }
  const withValuesOf = (side: ScriptContent): ScriptContent => ({
    ...content,
    ...Object.fromEntries(values.map((field) => [field, side[field]])),
  })
  const conflictingValues = {
    base: base && withValuesOf(base),
    remote: withValuesOf(remote),
    marking,
  }
  return { content, conflicts, conflictingValues }
}

interface Value<T> {
  value: T
  conflict: boolean
}

export function mergeText(
  base: string | undefined,
  local: string,
  remote: string,
  marking?: Marking,
): Value<string> {
  let conflict = false
  const parts = threeWay(base, local, remote).map((piece) => {
    if ('kept' in piece) return piece.kept.join('')
    if (!piece.conflict) return (piece.by === 'remote' ? piece.remote : piece.local).join('')
    conflict = true
    return withMarks(piece, marking)
  })
  let value = ''
  for (const part of parts) {
    const isWholeLine = value === '' || value.endsWith('\n')
    const lineEnd = isWholeLine || part === '' ? '' : '\n'
    value += lineEnd + part
  }
  return { value, conflict }
}

function mergeValue<T>(base: T | undefined, local: T, remote: T): Value<T> {
  if (same(local, remote) || same(base, remote)) return { value: local, conflict: false }
  if (same(base, local)) return { value: remote, conflict: false }
  if (isList(base) && isList(local) && isList(remote)) {
    return { value: mergeLists(base, local, remote) as T, conflict: false }
  }
  return { value: local, conflict: true }
}

/** Applies the additions and removals of both sides. */
function mergeLists(
  base: readonly string[],
  local: readonly string[],
  remote: readonly string[],
): string[] {
  const kept = local.filter((item) => remote.includes(item) || !base.includes(item))
  const added = remote.filter((item) => !base.includes(item) && !local.includes(item))
  return [...kept, ...added]
}

export const isText = (field: ContentField): field is (typeof TEXT_FIELDS)[number] =>
  (TEXT_FIELDS as readonly ContentField[]).includes(field)

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
