/** CSV with a header, as spreadsheets write it: quotes, line ends in cells, `,` or `;` or tabs. */
import { pipeline, Readable } from 'node:stream'
import { type CsvError, type Info, parse } from 'csv-parse'
import { at, type Cells, type Column, columnOf, type Row, unknownColumn } from '../row.ts'
import type { Format } from './format.ts'

export const csv: Format = {
  name: 'csv',
  extensions: ['.csv', '.tsv'],
  looksLike: () => true,
  async *rows({ head, pieces }) {
    const parser = parse({
      info: true,
      bom: true,
      delimiter: delimiterOf(head),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MOST,
    })
    // What goes wrong comes out of the parser below.
    pipeline(Readable.from(pieces), parser, () => {})
    let header: Header | undefined
    let place = { number: 1, line: 1 }
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
        if (header === undefined) {
          header = readHeader(record)
          if (header.problems.length > 0) yield { ...place, problems: header.problems }
          if (header.hopeless) return
        } else if (record.some((cell) => cell !== '')) yield rowOf(record, header, place)
        place = { number: info.records + 1, line: info.lines + 1 }
      }
    } catch (error) {
      if (!isCsvError(error)) throw error
      yield brokenRow(error, place)
    }
  },
}

/** Longer than any script; a quote that is never closed would take the whole file. */
const MOST = 16 * 1024 * 1024

/** A list separator of the country that the spreadsheet is from. */
function delimiterOf(head: string): string {
  const [line = ''] = head.split(/[\r\n]/, 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((most, next) => (count(next) > count(most) ? next : most))
}

interface Header {
  /** Undefined for a column that there is not. */
  columns: (Column | undefined)[]
  problems: Row['problems']
  /** No row can be good. */
  hopeless: boolean
}

function readHeader(names: readonly string[]): Header {
  const place = { number: 1, line: 1 }
  const columns = names.map(columnOf)
  const problems = names.flatMap((name, index) => {
    const column = columns[index]
    if (column === undefined) return [unknownColumn(name, place)]
    if (columns.indexOf(column) === index) return []
    const message = `There are two columns \`${column}\`.`
    return [{ ...at(place), column: name, message, fix: 'Remove one of them.' }]
  })
  const hopeless = !columns.includes('code') && !columns.includes('file')
  if (hopeless) {
    const message = 'The first row names neither a column `code` nor a column `file`.'
    const fix = 'Begin with a row of column names, such as slug,name,code.'
    problems.push({ ...at(place), column: null, message, fix })
  }
  return { columns, problems, hopeless }
}

function rowOf(record: readonly string[], { columns }: Header, place: Pick<Row, 'number' | 'line'>): Row {
  const cells: Cells = {}
  for (const [index, column] of columns.entries()) {
    const cell = record[index]
    if (column !== undefined && cell !== undefined && cell !== '') cells[column] = cell
  }
  if (record.length === columns.length) return { ...place, cells, problems: [] }
  const message = `The row has ${record.length} cells, but there are ${columns.length} columns.`
  const fix = 'Put a cell that holds a separator, a quote or a line end in double quotes.'
  return { ...place, cells, problems: [{ ...at(place), column: null, message, fix }] }
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && /^(CSV_|INVALID_)/.test(String(error.code))

function brokenRow({ code }: CsvError, place: Pick<Row, 'number' | 'line'>): Row {
  const [message, fix] = broken[code] ?? ['This is not CSV.', 'Write it with a spreadsheet or a library.']
  return { ...place, problems: [{ ...at(place), column: null, message, fix }] }
}

const doubled = 'Put the cell in double quotes, and write each quote inside it twice.'
const broken: Partial<Record<string, [message: string, fix: string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['A quote is opened and never closed; what follows was not read.', doubled],
  CSV_INVALID_CLOSING_QUOTE: ['A quote ends in the middle of a cell; what follows was not read.', doubled],
  INVALID_OPENING_QUOTE: ['A quote begins in the middle of a cell; what follows was not read.', doubled],
  CSV_MAX_RECORD_SIZE: ['The row is longer than any script; a quote may be missing.', doubled],
}
