/** Reads answers of unspecified shape: takes what it finds and requires nothing. */

import { ExitCode, KnownError } from '../errors.ts'
import { answerTooLarge, limits } from '../limits/limits.ts'
import { type Script, script } from './resources/scripts.ts'

export type UntypedRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is UntypedRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Record of an answer: its `item`, or the answer itself. */
export function getItem(answer: unknown): UntypedRecord {
  if (!isRecord(answer)) return { value: answer }
  return isRecord(answer.item) ? answer.item : answer
}

/** List of an answer: its `items`, another array in it, or the answer itself. */
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

/** First of the fields with a value, as text. */
export function getText(record: UntypedRecord, ...names: readonly string[]): string | undefined {
  const value = names
    .map((name) => record[name])
    .find((one) => one !== undefined && one !== null && one !== '')
  return value === undefined ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** First of the fields with a number. */
export function getNumber(record: UntypedRecord, ...names: readonly string[]): number | undefined {
  return names.map((name) => record[name]).find((value) => typeof value === 'number')
}

/** Scripts of a list; drops items that are not scripts. */
export const toScripts = (items: readonly UntypedRecord[]): Script[] =>
  items.flatMap((item) => {
    const { success, data } = script.safeParse(withoutNull(item))
    return success ? [data] : []
  })

/** @throws KnownError if the answer is not a script. */
export function getScript(answer: unknown): Script {
  const [found] = toScripts([getItem(answer)])
  if (found !== undefined) return found
  throw new KnownError('The answer of the service is not a script.', {
    code: 'TOPO_NOT_A_SCRIPT_ANSWER',
    exitCode: ExitCode.refused,
    hint: 'Run "topo api" to see the answer.',
  })
}

const withoutNull = (record: UntypedRecord) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))

const pageSize = 100

/** Reads a list by offset, at most `limit` items; stops when a page has no new item. */
export async function readList(
  ask: (query: { limit: number; offset: number }) => Promise<unknown>,
  limit: number,
): Promise<{ items: UntypedRecord[]; totalCount: number }> {
  const found = new Map<string, UntypedRecord>()
  for (;;) {
    const query = { limit: Math.min(pageSize, limit - found.size), offset: found.size }
    const { items, totalCount } = getItems(await ask(query))
    const before = found.size
    // A service without paging repeats the same answer.
    for (const item of items) found.set(JSON.stringify(item), item)
    if (found.size > limits.list.most) throw answerTooLarge('list', 'The list')
    if (found.size >= Math.min(limit, totalCount) || found.size === before) {
      return { items: [...found.values()].slice(0, limit), totalCount: Math.max(totalCount, found.size) }
    }
  }
}
