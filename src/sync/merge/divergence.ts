/** Compares both sides of a script with its last sync: the details of a conflict. */

import { spanInFile } from '../../project/script/bundle/code-range.ts'
import {
  CONTENT_FIELDS,
  type ContentField,
  type ScriptContent,
} from '../../project/script/content.ts'
import { inFormOf } from '../../project/script/file-form.ts'
import type { LocalScript } from '../../project/script/load.ts'
import type { RemoteScript } from '../remote/read-remote.ts'
import { readBase } from '../state/base-store.ts'
import type { SyncRecord } from '../state/sync-record.ts'
import { isText, mergeContent, same, type TEXT_FIELDS } from './merge.ts'
import { type TextChange, threeWay } from './three-way.ts'

export interface FieldDivergence {
  field: ContentField
  by: 'local' | 'remote' | 'both'
  conflict: boolean
  base: unknown
  local: unknown
  remote: unknown
}

export interface Divergence {
  /** False without a synced base: then every difference counts as a conflict. */
  baseKnown: boolean
  /** Revision on the service, if it tells one. */
  updatedAt: string | null
  fields: FieldDivergence[]
  code: TextChange[]
  readme: TextChange[]
}

/**
 * @param sides `base` is the content at the last sync, if known
 * @param updatedAt revision on the service; empty if it tells none
 * @param file the local script: lines of its code become those of the file
 */
export function computeDivergence(
  sides: Sides,
  updatedAt: string,
  file?: Pick<LocalScript, 'text' | 'header'>,
): Divergence {
  const inFile = file && spanInFile(file.text, file.header)
  const lineOf = (line: number) =>
    inFile?.({ line, column: 1, endLine: line, endColumn: 1 }).line ?? line
  const code = textChanges('code', sides).map(({ line, ...change }) => ({
    ...change,
    line: { ...line, local: lineOf(line.local) },
  }))
  return {
    baseKnown: sides.base !== undefined,
    updatedAt: updatedAt || null,
    fields: fieldDivergences(sides),
    code,
    readme: textChanges('readme', sides),
  }
}

/** The fields that are no texts. */
function fieldDivergences({ base, local, remote }: Sides): FieldDivergence[] {
  const { conflicts } = mergeContent(base, local, remote)
  return CONTENT_FIELDS.flatMap((field): FieldDivergence[] => {
    if (isText(field)) return []
    const was = base?.[field]
    const ours = local[field]
    const theirs = remote[field]
    const by = authorOf(was, ours, theirs)
    if (by === undefined) return []
    if (base === undefined && same(ours, theirs)) return []
    const conflict = conflicts.includes(field)
    return [{ field, by, conflict, base: was ?? null, local: ours, remote: theirs }]
  })
}

/** Undefined if neither side changed the value. */
function authorOf(
  base: unknown,
  local: unknown,
  remote: unknown,
): FieldDivergence['by'] | undefined {
  const isOurs = !same(base, local)
  const isTheirs = !same(base, remote)
  if (isOurs && isTheirs) return 'both'
  if (isOurs) return 'local'
  return isTheirs ? 'remote' : undefined
}

function textChanges(
  field: (typeof TEXT_FIELDS)[number],
  { base, local, remote }: Sides,
): TextChange[] {
  const was = base && (base[field] ?? '')
  const chunks = threeWay(was, local[field] ?? '', remote[field] ?? '')
  return chunks.filter((chunk) => 'by' in chunk)
}

/**
 * @param record of the remote script, which knows the base
 * @returns undefined if the remote content is missing, e.g. deleted
 */
export async function readDivergence(
  root: string,
  record: SyncRecord | undefined,
  local: LocalScript,
  remote: RemoteScript | undefined,
): Promise<Divergence | undefined> {
  if (!remote?.content) return undefined
  const sides = await sidesOf(root, record, local, remote)
  return sides && computeDivergence(sides, remote.updatedAt, local)
}

/** The versions of a script that a merge compares, in the form of the file. */
export interface Sides {
  /** Content at the last sync, if known. */
  base: ScriptContent | undefined
  local: ScriptContent
  remote: ScriptContent
}

/** @returns undefined if the remote content is missing, e.g. deleted */
export async function sidesOf(
  root: string,
  record: SyncRecord | undefined,
  local: LocalScript,
  remote: RemoteScript,
): Promise<Sides | undefined> {
  if (!remote.content) return undefined
  const base = record && (await readBase(root, record.hash))
  return {
    base: base && (await inFormOf(local, base)),
    local: await inFormOf(local, local.content),
    remote: await inFormOf(local, remote.content),
  }
}
