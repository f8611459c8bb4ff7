/** Answers whose shape nobody has promised: what can be found in them is taken, and nothing is relied on. */

import { ExitCode, KnownError } from '../errors.ts'
import { answerTooLarge, limits } from '../limits/limits.ts'
import { type Script, script } from './resources/scripts.ts'

export type UntypedRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is UntypedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The record of an answer: its `item`, or the answer itself. */
export function getItem(answer: unknown): UntypedRecord {
  if (!isRecord(answer)) return { value: answer }
  return isRecord(answer.item) ? answer.item : answer
}

/** The list of an answer: its `items`, another list in it, or the answer itself. */
export function getItems(answer: unknown): { items: UntypedRecord[]; totalCount: number } {
  const found = findList(answer)
  const items = found.map((entry) => (isRecord(entry) ? entry : { value: entry }))
  const counted = isRecord(answer) && typeof answer.totalCount === 'number' ? answer.totalCount : 0
  return { items, totalCount: Math.max(counted, items.length) }
}

function findList(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer
  if (!isRecord(answer)) return []
  return [answer.items, ...Object.values(answer)].find((value) => Array.isArray(value)) ?? []
}

/** The first of the names that the record has a text or a number for. */
export function getText(record: UntypedRecord, ...names: readonly string[]): string | undefined {
  const value = names
    .map((name) => record[name])
    .find((one) => one !== undefined && one !== null && one !== '')
  return value === undefined ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The first of the names that the record has a number for. */
export function getNumber(record: UntypedRecord, ...names: readonly string[]): number | undefined {
  return names.map((name) => record[name]).find((value) => typeof value === 'number')
}

/** A script in a list, for what shows scripts; the rest is left out. */
export const toScripts = (items: readonly UntypedRecord[]): Script[] =>
  items.flatMap((item) => {
    const { success, data } = script.safeParse(withoutNull(item))
    return success ? [data] : []
  })

/** @throws KnownError where it is none. */
export function getScript(answer: unknown): Script {
  const [found] = toScripts([getItem(answer)])
  if (found !== undefined) return found
  throw new KnownError('The service answered with something that is no script.', {
    code: 'TOPO_NOT_A_SCRIPT_ANSWER',
    exitCode: ExitCode.refused,
    hint: 'Look at what it says with "topo api".',
  })
}

const withoutNull = (record: UntypedRecord) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const pageSize = 100

/** A list read by offset, at most `limit` items; it ends where nothing new comes. */
export async function readList(
  ask: (query: { limit: number; offset: number }) => Promise<unknown>,
  limit: number,
): Promise<{ items: UntypedRecord[]; totalCount: number }> {
  const found = new Map<string, UntypedRecord>()
  for (;;) {
    const query = { limit: Math.min(pageSize, limit - found.size), offset: found.size }
    const { items, totalCount } = getItems(await ask(query))
    const before = found.size
    // A service that knows no pages answers the same again and again.
    for (const item of items) found.set(JSON.stringify(item), item)
    if (found.size > limits.list.most) throw answerTooLarge('list', 'The list')
    if (found.size >= Math.min(limit, totalCount) || found.size === before) {
      return { items: [...found.values()].slice(0, limit), totalCount: Math.max(totalCount, found.size) }
    }
  }
}
