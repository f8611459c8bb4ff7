/** Brings together what two sides made of a script: field by field, and its texts line by line. */

import { type Marking, withMarks } from '../script/conflict-marks.ts'
import { CONTENT_FIELDS, type ContentField, type ScriptContent } from '../script/content.ts'
import { threeWay } from './three-way.ts'

/** Merged line by line. */
export const TEXT_FIELDS = ['code', 'readme'] as const satisfies readonly ContentField[]

export interface Merged {
  /** Of a field that both changed, the value from here; in texts the conflicts are marked. */
  content: ScriptContent
  /** The fields that both sides changed, not alike. */
  conflicts: ContentField[]
  /** Where that are fields which cannot hold marks: the same with the values of the others. */
  rivals?: Rivals | undefined
}

export interface Rivals {
  base: ScriptContent | undefined
  there: ScriptContent
  marking: Marking | undefined
}

/** Without a base everything that differs is a conflict. */
export function mergeContent(
  base: ScriptContent | undefined,
  here: ScriptContent,
  there: ScriptContent,
  marking?: Marking,
): Merged {
  const conflicts: ContentField[] = []
  const merged = CONTENT_FIELDS.map((field) => {
    const { value, conflict } = isText(field)
      ? mergeText(base && (base[field] ?? ''), here[field] ?? '', there[field] ?? '', marking)
      : mergeValue(base?.[field], here[field], there[field])
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
  const rivals = { base: base && withValuesOf(base), there: withValuesOf(there), marking }
  return { content, conflicts, rivals }
}

interface Value<T> {
  value: T
  conflict: boolean
}

export function mergeText(
  base: string | undefined,
  here: string,
  there: string,
  marking?: Marking,
): Value<string> {
  let conflict = false
  const parts = threeWay(base, here, there).map((piece) => {
    if ('kept' in piece) return piece.kept.join('')
    if (!piece.conflict) return (piece.by === 'there' ? piece.there : piece.here).join('')
    conflict = true
    return withMarks(piece, marking)
  })
  const value = parts.reduce(
    (text, part) => text + (text === '' || text.endsWith('\n') || part === '' ? '' : '\n') + part,
    '',
  )
  return { value, conflict }
}

function mergeValue<T>(base: T | undefined, here: T, there: T): Value<T> {
  if (same(here, there) || same(base, there)) return { value: here, conflict: false }
  if (same(base, here)) return { value: there, conflict: false }
  if (isList(base) && isList(here) && isList(there)) {
    return { value: mergeLists(base, here, there) as T, conflict: false }
  }
  return { value: here, conflict: true }
}

/** What either side added is there, what either side took away is not. */
function mergeLists(base: readonly string[], here: readonly string[], there: readonly string[]): string[] {
  const kept = here.filter((item) => there.includes(item) || !base.includes(item))
  return [...kept, ...there.filter((item) => !base.includes(item) && !here.includes(item))]
}

const isText = (field: ContentField): field is (typeof TEXT_FIELDS)[number] =>
  (TEXT_FIELDS as readonly ContentField[]).includes(field)

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
