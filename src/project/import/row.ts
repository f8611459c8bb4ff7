/** One row of an import, whatever it is read from: what it says by column, and what is wrong with it. */
import { amountOf, limits, overLimit } from '../../limits/limits.ts'
import { nearest } from '../../text/nearest.ts'

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

/** A text where the format knows nothing else; what is empty or null is not among the cells. */
export type Cells = Partial<Record<ImportColumn, unknown>>

export interface ImportRow {
  /** As people count: the row of a spreadsheet, the line of NDJSON, the place in a list, from 1. */
  number: number
  /** The line of the source where it begins, where the format knows that. */
  line: number | null
  /** Absent where there is nothing to import, only something to complain about. */
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

/** A name as people write it: `Slug`, ` engineversion `; `isPublic` is what the service calls it. */
export function columnOf(name: string): ImportColumn | undefined {
  const plainName = name.trim().toLowerCase()
  if (plainName === 'ispublic') return 'public'
  return COLUMNS.find((column) => column.toLowerCase() === plainName)
}

export function unknownColumn(
  name: string,
  { number, line }: Pick<ImportRow, 'number' | 'line'>,
): RowProblem {
  const guess = nearest(name.trim(), COLUMNS)
  return {
    row: number,
    line,
    column: name.slice(0, 80),
    message: name.trim() === '' ? 'A column has no name.' : `Unknown column \`${name.slice(0, 80)}\`.`,
    fix: guess ? `Did you mean \`${guess}\`?` : `The columns are ${COLUMNS.join(', ')}.`,
  }
}

/** The cells of one object of JSON. */
export function rowOfObject(value: unknown, number: number, line: number | null): ImportRow {
  const row: ImportRow = { number, line, problems: [] }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'This is not an object.'
    return {
      ...row,
      problems: [{ ...at(row), column: null, message, fix: 'Write one object for each script.' }],
    }
  }
  const cells: Cells = {}
  for (const [name, cell] of Object.entries(value)) {
    const column = columnOf(name)
    if (column && cell !== null && cell !== '') cells[column] = cell
    // Of many the first ones say enough.
    if (!column && row.problems.length < MAX_UNKNOWN) row.problems.push(unknownColumn(name, row))
  }
  return { ...row, cells }
}

const MAX_UNKNOWN = 5

/** Values in one row of JSON: a script has ten, and tags. */
export const MAX_VALUES = 100_000

/** A row that is not read, for it has more than `importRow` allows. */
export function rowTooLarge({ number, line }: Pick<ImportRow, 'number' | 'line'>): ImportRow {
  const { fix } = overLimit('importRow', '')
  const message = `The row is larger than ${amountOf(limits.importRow)} or has more than ${MAX_VALUES.toLocaleString('en-US')} values.`
  return { number, line, problems: [{ ...at({ number, line }), column: null, message, fix }] }
}

export const at = ({ number, line }: Pick<ImportRow, 'number' | 'line'>) => ({ row: number, line })
