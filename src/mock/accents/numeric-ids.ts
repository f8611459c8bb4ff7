/** Numbers for UUIDs, for deployments that count their rows: the same UUID has the same number in every process. */
import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** 40 bits: two of 1,000 rows share a number once in two million times. */
const hexDigits = 10

export class NumericIds {
  readonly #database: Pick<Database, 'snapshot'>
  readonly #byNumber = new Map<string, string>()

  constructor(database: Pick<Database, 'snapshot'>) {
    this.#database = database
  }

  /** The number of a UUID; undefined for another text. */
  numberOf(id: unknown): number | undefined {
    if (typeof id !== 'string' || !uuidPattern.test(id)) return undefined
    const number = Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, hexDigits), 16)
    this.#byNumber.set(String(number), id)
    return number
  }

  /** The UUID of a number, given as a number or as its digits; undefined if no row has it. */
  idOf(number: unknown): string | undefined {
    const digits = String(number)
    if (!/^\d{1,16}$/.test(digits)) return undefined
    if (!this.#byNumber.has(digits)) this.#numberRows()
    return this.#byNumber.get(digits)
  }

  /** After a restart, rows have numbers that this process has not given out yet. */
  #numberRows(): void {
    for (const rows of Object.values(this.#database.snapshot().tables)) {
      for (const { id } of rows as readonly { id: string }[]) this.numberOf(id)
    }
  }
}
