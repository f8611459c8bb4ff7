/** Defines a row of an import, in any format: cells by column, and problems. */
import { formatLimit, limits, overLimit } from '../../limits/limits.ts'
import { nearest } from '../../text/nearest.ts'
import { isRecord } from '../../text/parse-json.ts'

export const COLUMNS = [
  'slug',
  'name',
  'description',
  'tags',
  'public',
  'code',
  'file',
  'readme',
  'type',
  'engineVersion',
] as const
export type ImportColumn = (typeof COLUMNS)[number]

/** Cell values: strings in CSV, any JSON otherwise. Empty and null cells are left out. */
export type Cells = Partial<Record<ImportColumn, unknown>>

export interface ImportRow {
  /** Row of a spreadsheet, line of NDJSON or index in a list, from 1. */
  number: number
  /** First line in the source; null if the format does not know it. */
  line: number | null
  /** Missing if the row has only problems. */
  cells?: Cells
  problems: RowProblem[]
}

export interface RowProblem {
  row: number
  line: number | null
  column: string | null
  message: string
  fix: string
}

/** Matches a column name, ignoring case and spaces. `isPublic` is the service's name for `public`. */
export function columnOf(name: string): ImportColumn | undefined {
  const plainName = name.trim().toLowerCase()
  if (plainName === 'ispublic') return 'public'
  return COLUMNS.find((column) => column.toLowerCase() === plainName)
}

export function unknownColumn(name: string, place: RowPlace): RowProblem {
  const guess = nearest(name.trim(), COLUMNS)
  return {
    ...rowPosition(place),
    column: name.slice(0, 80),
    message:
      name.trim() === '' ? 'A column has no name.' : `Unknown column \`${name.slice(0, 80)}\`.`,
    fix: guess ? `Did you mean \`${guess}\`?` : `The columns are ${COLUMNS.join(', ')}.`,
  }
}

/** Converts one JSON object to a row. */
export function rowOfObject(value: unknown, number: number, line: number | null): ImportRow {
  const row: ImportRow = { number, line, problems: [] }
  if (!isRecord(value))
    return brokenRow(
      { number, line },
      'This is not an object.',
      'Write one object for each script.',
    )
  const cells: Cells = {}
  for (const [name, cell] of Object.entries(value)) {
    const column = columnOf(name)
    if (column && cell !== null && cell !== '') cells[column] = cell
    // The first few are enough.
    if (!column && row.problems.length < MAX_UNKNOWN) row.problems.push(unknownColumn(name, row))
  }
  return { ...row, cells }
}

const MAX_UNKNOWN = 5

/** Maximum number of values in one JSON row; a script has ten, and tags. */
export const MAX_VALUES = 100_000

/** Reports a row that exceeds the limit `importRow` and is not read. */
export function rowTooLarge(place: RowPlace): ImportRow {
  const { fix } = overLimit('importRow', '')
  const message = `The row is larger than ${formatLimit(limits.importRow)} or has more than ${MAX_VALUES.toLocaleString('en-US')} values.`
  return brokenRow(place, message, fix)
}

/** Where a row is in its source. */
export type RowPlace = Pick<ImportRow, 'number' | 'line'>

export const rowPosition = ({ number, line }: RowPlace) => ({ row: number, line })

/** A row that cannot be read as a whole, or has this problem beside its cells. */
export const brokenRow = (place: RowPlace, message: string, fix: string): ImportRow => ({
  ...place,
  problems: [{ ...rowPosition(place), column: null, message, fix }],
})
