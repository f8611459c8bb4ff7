/** Reads and checks all rows before anything is written: spools valid rows, reports invalid ones. */
import { collectGarbage } from '../../limits/collect-garbage.ts'
import { type CheckedScript, checkScript, hasErrors } from '../check/check.ts'
import { checkerForStream } from '../check/checker.ts'
import { readCommentsFile, type SavedComment } from './comments.ts'
import type { ImportJournal } from './journal.ts'
import { type ImportRow, type RowProblem, rowPosition } from './row.ts'
import { scriptOfRow } from './row-script.ts'
import type { RowSource } from './row-source.ts'
import type { Spool, SpoolEntry } from './spool.ts'

/** A row that can be sent. Its content is on the spool, to save memory. */
export interface ValidRow {
  number: number
  slug: string
  /** Path of its file, or null. */
  path: string | null
  hash: string
  isPublic: boolean
  spoolEntry: SpoolEntry
  comments: SavedComment[]
}

export interface InvalidRow {
  number: number
  slug: string | null
  path: string | null
  problems: RowProblem[]
}

export interface CheckedRows {
  valid: ValidRow[]
  invalid: InvalidRow[]
  /** Findings of the first invalid rows, with their text, for display. */
  findings: { row: number; checked: CheckedScript }[]
}

export interface CheckOptions {
  source: RowSource
  spool: Spool
  journal: ImportJournal
  /** Only rows with these slugs. */
  only?: ReadonlySet<string> | undefined
  onRow?: () => void
}

/** Rows in progress at once. */
const CONCURRENT_ROWS = 32
/** Scripts between garbage collections. */
const ROWS_PER_COLLECTION = 8 * CONCURRENT_ROWS
/** Rows whose findings are displayed. */
const MAX_FINDINGS = 25

export async function checkRows(options: CheckOptions): Promise<CheckedRows> {
  const { source, only, onRow } = options
  const checked: CheckedRows = { valid: [], invalid: [], findings: [] }
  const slugs = new Map<string, number>()
  let scripts = 0
  const checker = checkerForStream()
  const settle = async (rows: readonly ImportRow[]) => {
    const read = await Promise.all(
      rows.map(async (row) => ({ row, ...(await scriptOfRow(row, source)) })),
    )
    scripts += read.filter(({ script }) => script).length
    const wanted = read.filter(({ slug }) => !only || slug === null || only.has(slug))
    for (const one of wanted) {
      const other = one.slug === null ? undefined : slugs.get(one.slug)
      if (other !== undefined) one.problems.push(duplicate(one.row, one.slug, other))
      else if (one.slug !== null) slugs.set(one.slug, one.row.number)
    }
    const settled = await Promise.all(
      wanted.map(async ({ row, slug, script, problems }) => {
        const path = script && row.cells?.file !== undefined ? script.path : null
        const invalid = (found: RowProblem[]) => ({
          number: row.number,
          slug,
          path,
          problems: found,
        })
        if (!script || problems.length > 0) return { invalid: invalid(problems) }
        // An earlier run may have sent the same script.
        const isSent = options.journal.find(script.slug, script.hash) !== undefined
        const result = isSent ? undefined : await checkScript(script, checker.examine)
        if (result && hasErrors(result))
          return { invalid: invalid(problemsOf(result, row)), result }
        const comments = await readCommentsFile(script, source.root, path)
        if ('message' in comments)
          return { invalid: invalid([{ ...rowPosition(row), column: 'file', ...comments }]) }
        const { hash, content } = script
        const spoolEntry = options.spool.put(content)
        const known = {
          number: row.number,
          slug: script.slug,
          path,
          hash,
          isPublic: content.isPublic,
        }
        return { valid: { ...known, spoolEntry, ...comments } }
      }),
    )
    for (const { valid, invalid, result } of settled) {
      if (valid) checked.valid.push(valid)
      if (invalid) checked.invalid.push(invalid)
      if (result && checked.findings.length < MAX_FINDINGS) {
        checked.findings.push({ row: invalid.number, checked: result })
      }
      onRow?.()
    }
  }
  try {
    let waiting: ImportRow[] = []
    for await (const row of source.rows()) {
      waiting.push(row)
      if (waiting.length < CONCURRENT_ROWS) continue
      await settle(waiting)
      waiting = []
      if (scripts < ROWS_PER_COLLECTION) continue
      collectGarbage()
      scripts = 0
    }
    await settle(waiting)
  } finally {
    await checker.close()
  }
  return checked
}

const problemsOf = ({ findings }: CheckedScript, row: ImportRow): RowProblem[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, path, rule, message, fix }) => ({
      ...rowPosition(row),
      column: row.cells?.file === undefined ? 'code' : 'file',
      message: `${row.cells?.file === undefined ? `line ${line}` : `${path}:${line}:${column}`}: ${message} [${rule}]`,
      fix,
    }))

const duplicate = (row: ImportRow, slug: string | null, other: number): RowProblem => ({
  ...rowPosition(row),
  column: 'slug',
  message: `Row ${other} already has the slug \`${slug}\`.`,
  fix: 'Give one of the rows another slug.',
})
