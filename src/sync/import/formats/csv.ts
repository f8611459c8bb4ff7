/** Reads CSV with a header, as spreadsheets write it: quotes, line breaks in cells, `,` or `;` or tabs, `sep=;` before the header. */

import { type CsvError, parse } from 'csv-parse'
import { sumOf } from '../../../grouped.ts'
import { limits } from '../../../limits/limits.ts'
import {
  brokenRow,
  type Cells,
  COLUMNS,
  columnOf,
  type ImportColumn,
  type ImportRow,
  type RowPlace,
  rowPosition,
  unknownColumn,
} from '../row.ts'
import type { ImportFormat } from './format.ts'

export const csv: ImportFormat = {
  name: 'csv',
  extensions: ['.csv', '.tsv'],
  detect: () => true,
  async *rows({ head, pieces }) {
    let header: Header | undefined
    const separator = separatorLine(head)
    // Spreadsheets do not count the line of the separator as a row.
    let place = { number: 1, line: separator === undefined ? 1 : 2 }
    let skipped = separator?.length ?? 0
    const records = openRecords(separator?.delimiter ?? delimiterOf(head))
    for await (const piece of pieces) {
      await records.take(piece.slice(skipped))
      skipped = 0
      yield* ready()
      if (records.fault() || header?.hopeless) break
    }
    await records.end()
    yield* ready()
    const fault = records.fault()
    if (fault) yield brokenRow(place, ...(csvErrors[fault.code] ?? NOT_CSV))

    function* ready(): Generator<ImportRow> {
      for (const cells of records.waiting.splice(0)) {
        if (header === undefined) {
          header = readHeader(cells, place)
          if (header.problems.length > 0) yield { ...place, problems: header.problems }
        } else if (!header.hopeless && cells.some((cell) => cell !== ''))
          yield rowOf(cells, header, place)
        place = { number: place.number + 1, line: place.line + 1 + lineEnds(cells) }
      }
    }
  },
}

/** Feeds the parser directly. A failing stream would lose the rows read before the error. */
function openRecords(delimiter: string) {
  const waiting: string[][] = []
  let fault: CsvError | undefined
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Otherwise an unclosed quote would read the whole file.
    max_record_size: limits.importRow.most,
    on_record: (cells: string[]) => {
      waiting.push(cells)
      return null
    },
  })
  parser.on('error', (error) => {
    fault ??= error as CsvError
  })
  parser.resume()
  return {
    waiting,
    fault: () => fault,
    take: (piece: string) =>
      new Promise<void>((resolve) => void parser.write(piece, () => resolve())),
    async end(): Promise<void> {
      if (!fault) await new Promise<void>((resolve) => void parser.once('close', resolve).end())
    },
  }
}

/** Counts line ends inside cells. */
const lineEnds = (cells: readonly string[]): number =>
  sumOf(cells, (cell) => cell.match(/\r\n|\r|\n/g)?.length ?? 0)

/** `sep=;`, with which Excel says how the cells are separated. Its length includes the line end. */
function separatorLine(head: string): { delimiter: string; length: number } | undefined {
  const [line, delimiter] = /^"?sep=([^"\w\r\n])"?(?:\r\n|\n|\r|$)/i.exec(head) ?? []
  return line === undefined || delimiter === undefined
    ? undefined
    : { delimiter, length: line.length }
}

/** Detects the delimiter, which depends on the locale of the spreadsheet. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}

/** A spreadsheet may have empty columns, but with more than this it is not a table. */
const MAX_COLUMNS = 200

interface Header {
  /** Undefined for an unknown column. */
  columns: (ImportColumn | undefined)[]
  problems: ImportRow['problems']
  /** True if no row can be valid. */
  hopeless: boolean
}

function readHeader(cells: readonly string[], place: RowPlace): Header {
  const names = withoutEmptyEnd(cells)
  if (names.length > MAX_COLUMNS) {
    const message = `The first row has ${names.length} cells, but only ${COLUMNS.length} columns exist.`
    return { columns: [], problems: brokenRow(place, message, NO_NAMES).problems, hopeless: true }
  }
  const columns = names.map(columnOf)
  const problems = names.flatMap((name, index) => {
    const column = columns[index]
    if (column === undefined) return [unknownColumn(name, place)]
    if (columns.indexOf(column) === index) return []
    const message = `Column \`${column}\` appears twice.`
    return [{ ...rowPosition(place), column: name, message, fix: 'Remove one of them.' }]
  })
  const hopeless = !columns.includes('code') && !columns.includes('file')
  if (hopeless) {
    const message = 'The first row has neither a `code` nor a `file` column.'
    problems.push(...brokenRow(place, message, NO_NAMES).problems)
  }
  return { columns, problems, hopeless }
}

/** Spreadsheets also save columns that are empty, up to the last one that anybody used. */
function withoutEmptyEnd(cells: readonly string[], least = 0): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, Math.max(last + 1, least))
}

const NO_NAMES = 'Start with a row of column names, such as slug,name,code.'

function rowOf(row: readonly string[], { columns }: Header, place: RowPlace): ImportRow {
  const record = withoutEmptyEnd(row, Math.min(row.length, columns.length))
  const cells: Cells = {}
  for (const [index, column] of columns.entries()) {
    const cell = record[index]
    if (column !== undefined && cell !== undefined && cell !== '') cells[column] = cell
  }
  if (record.length === columns.length) return { ...place, cells, problems: [] }
  const message = `The row has ${record.length} cells, but the first row has ${columns.length}.`
  const fix = 'Put cells with a separator, a quote or a line break in double quotes.'
  return { ...brokenRow(place, message, fix), cells }
}

const NOT_CSV: [message: string, fix: string] = [
  'This is not CSV.',
  'Write it with a spreadsheet or a CSV library.',
]
const quoteFix = 'Put the cell in double quotes, and double each quote inside it.'
const csvErrors: Partial<Record<string, [message: string, fix: string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['A quote is never closed; the rest was not read.', quoteFix],
  CSV_INVALID_CLOSING_QUOTE: [
    'A quote ends in the middle of a cell; the rest was not read.',
    quoteFix,
  ],
  INVALID_OPENING_QUOTE: [
    'A quote starts in the middle of a cell; the rest was not read.',
    quoteFix,
  ],
  CSV_MAX_RECORD_SIZE: ['The row is too long; a closing quote may be missing.', quoteFix],
}
