/** Reads answers of unspecified shape: takes what it finds and requires nothing. */

import { ExitCode, KnownError } from '../errors.ts'
import { type List, readList } from './read-list.ts'
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

/** A list in any shape, read by offset; an entry without a known id is its own key. */
export const readUntypedList = (
  ask: (query: { limit: number; offset: number }) => Promise<unknown>,
  limit: number,
): Promise<List<UntypedRecord>> =>
  readList({
    ask: async ({ limit, offset }) => getItems(await ask({ limit, offset })),
    keyOf: (item) => JSON.stringify(item),
    limit,
    what: 'The list',
  })
