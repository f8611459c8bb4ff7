/** Reads answers of unspecified shape: takes what it finds and requires nothing. */
import { refusedError } from '../../errors.ts'
import { isRecord, type UntypedRecord } from '../../text/parse-json.ts'
import { findRecord, type NextPage } from '../answers/envelope.ts'
import { readRecord } from '../answers/read-answer.ts'
import { type Script, script } from '../resources/scripts.ts'
import type { Page } from './list-pages.ts'
import { type List, readList } from './read-list.ts'

/** Record of an answer, or the answer itself. */
export function getItem(answer: unknown): UntypedRecord {
  if (!isRecord(answer)) return { value: answer }
  return findRecord(answer) ?? answer
}

/** First of the fields with a value, as text. */
export function getText(record: UntypedRecord, ...names: readonly string[]): string | undefined {
  const value = names
    .map((name) => record[name])
    .find((one) => one !== undefined && one !== null && one !== '')
  if (value === undefined) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** First of the fields with a number. */
export function getNumber(record: UntypedRecord, ...names: readonly string[]): number | undefined {
  const values = names.map((name) => record[name])
  return values.find((value): value is number => Number.isFinite(value))
}

/** Scripts of a list; drops items that are not scripts. */
export const toScripts = (items: readonly UntypedRecord[]): Script[] =>
  items.flatMap((item) => {
    const read = readRecord(script, item)
    return 'data' in read ? [read.data] : []
  })

/** @throws KnownError if the answer is not a script. */
export function getScript(answer: unknown): Script {
  const [found] = toScripts([getItem(answer)])
  if (found !== undefined) return found
  throw refusedError('The answer of the service is not a script.', {
    code: 'TOPO_ANSWER_UNKNOWN',
    hint: 'Run "topo api" to see the answer.',
  })
}

/** Input of a call for one page. */
export interface UntypedPage {
  query: { limit: number; offset: number }
  next: NextPage | undefined
}

/** A list of undocumented records, read by offset; each record is its own key. */
export const readUntypedList = (
  ask: (page: UntypedPage) => Promise<Page<UntypedRecord>>,
  most: number,
): Promise<List<UntypedRecord>> =>
  readList({
    ask: ({ limit, offset, next }) => ask({ query: { limit, offset }, next }),
    keyOf: (item) => JSON.stringify(item),
    limit: most,
    what: 'The list',
  })
