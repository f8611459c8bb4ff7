/** Reads and checks all rows before anything is written: spools valid rows, reports invalid ones. */
import { collectGarbage } from '../../limits/collect-garbage.ts'
import { type CheckedScript, checkScript, hasErrors } from '../../project/check/check.ts'
import { checkerForStream } from '../../project/check/checker.ts'
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
  const checking = new RowChecking(options)
  try {
    let waiting: ImportRow[] = []
    for await (const row of options.source.rows()) {
      waiting.push(row)
      if (waiting.length < CONCURRENT_ROWS) continue
      await checking.check(waiting)
      waiting = []
    }
    await checking.check(waiting)
  } finally {
    await checking.close()
  }
  return checking.checked
}

/** A row, its script if one could be made, and the problems so far. */
type ReadRow = { readonly row: ImportRow } & Awaited<ReturnType<typeof scriptOfRow>>

interface SettledRow {
  readonly valid?: ValidRow
  readonly invalid?: InvalidRow
  /** The check of an invalid script, with its findings. */
  readonly result?: CheckedScript
}

class RowChecking {
  readonly checked: CheckedRows = { valid: [], invalid: [], findings: [] }
  readonly #options: CheckOptions
  readonly #checker = checkerForStream()
  /** Number of the row that has a slug. */
  readonly #rowOfSlug = new Map<string, number>()
  /** Scripts since the last garbage collection. */
  #scripts = 0

  constructor(options: CheckOptions) {
    this.#options = options
  }

  async check(rows: readonly ImportRow[]): Promise<void> {
    const { source, only } = this.#options
    const read = await Promise.all(
      rows.map(async (row) => ({ row, ...(await scriptOfRow(row, source)) })),
    )
    const wanted = read.filter(({ slug }) => !only || slug === null || only.has(slug))
    for (const row of wanted) this.#reportDuplicate(row)
    const settled = await Promise.all(wanted.map((row) => this.#settle(row)))
    for (const row of settled) this.#add(row)
    this.#collectGarbage(read.filter(({ script }) => script).length)
  }

  close(): Promise<void> {
    return this.#checker.close()
  }

  #reportDuplicate({ row, slug, problems }: ReadRow): void {
    if (slug === null) return
    const other = this.#rowOfSlug.get(slug)
    if (other === undefined) this.#rowOfSlug.set(slug, row.number)
    else problems.push(duplicate(row, slug, other))
  }

  async #settle({ row, slug, script, problems }: ReadRow): Promise<SettledRow> {
    const { source, spool, journal } = this.#options
    const path = script && row.cells?.file !== undefined ? script.path : null
    const common = { number: row.number, slug, path }
    if (!script || problems.length > 0) return { invalid: { ...common, problems } }

    // An earlier run may have sent the same script.
    const isSent = journal.find(script.slug, script.hash) !== undefined
    const result = isSent ? undefined : await checkScript(script, this.#checker.examine)
    if (result && hasErrors(result)) {
      return { invalid: { ...common, problems: problemsOf(result, row) }, result }
    }

    const read = await readCommentsFile(script, source.root, path)
    if ('message' in read) {
      const problem = { ...rowPosition(row), column: 'file', ...read } as const
      return { invalid: { ...common, problems: [problem] } }
    }
    const { hash, content } = script
    return {
      valid: {
        number: row.number,
        slug: script.slug,
        path,
        hash,
        isPublic: content.isPublic,
        spoolEntry: spool.put(content),
        ...read,
      },
    }
  }

  #add({ valid, invalid, result }: SettledRow): void {
    const { checked } = this
    if (valid) checked.valid.push(valid)
    if (invalid) checked.invalid.push(invalid)
    if (invalid && result && checked.findings.length < MAX_FINDINGS) {
      checked.findings.push({ row: invalid.number, checked: result })
    }
    this.#options.onRow?.()
  }

  #collectGarbage(scripts: number): void {
    this.#scripts += scripts
    if (this.#scripts < ROWS_PER_COLLECTION) return
    collectGarbage()
    this.#scripts = 0
  }
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
