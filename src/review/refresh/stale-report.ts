/** Collects findings about blocks and pictures, and limits how many are drawn. */
import type { KnownError } from '../../errors.ts'
import { compareTexts } from '../../grouped.ts'
import type { PlacedFinding } from '../../project/check/suppressions.ts'
import { forMessage } from '../../text/safe/for-message.ts'
import type { ProjectRule, RuleSettings } from '../../validator/index.ts'
import type { ProjectFile } from './find-files.ts'
import { BlockError } from './markdown-blocks.ts'

/** The branch of a stranger cannot make a review draw without end. */
const MOST_DRAWN = 200

interface StaleFinding {
  readonly line?: number
  readonly message: string
  readonly fix: string
}

export class StaleReport {
  readonly #rules: RuleSettings
  readonly #findings: PlacedFinding[] = []
  #drawn = 0
  /** Blocks and pictures that were not compared. */
  readonly #skipped: PlacedFinding[] = []

  constructor(rules: RuleSettings = {}) {
    this.#rules = rules
  }

  isOff({ id }: ProjectRule): boolean {
    return this.#rules[id] === 'off'
  }

  add(rule: ProjectRule, file: ProjectFile, finding: StaleFinding): void {
    this.#findings.push(this.#placed(rule, file, finding))
  }

  /** @param line that of the block, if the error names none */
  addFailure(rule: ProjectRule, file: ProjectFile, error: KnownError, line = 1): void {
    const { hint = 'Correct it, or remove it.' } = error
    const isPlaced = error instanceof BlockError
    const message = isPlaced ? error.reason : error.message
    this.add(rule, file, { line: isPlaced ? error.line : line, message, fix: hint })
  }

  /** @returns false if too many were drawn already; then it counts this one as skipped */
  mayDraw(rule: ProjectRule, file: ProjectFile, line = 1): boolean {
    if (this.#drawn < MOST_DRAWN) {
      this.#drawn++
      return true
    }
    this.#skipped.push(this.#placed(rule, file, { line, message: '', fix: LOOK_AT_ALL }))
    return false
  }

  /** In the order of files and lines. */
  findings(): PlacedFinding[] {
    const [first] = this.#skipped
    const message = `Not compared, with ${this.#skipped.length - 1} more after it: a review draws ${MOST_DRAWN}`
    const all = first ? [...this.#findings, { ...first, message }] : this.#findings
    return all.toSorted((a, b) => compareTexts(a.path, b.path) || a.line - b.line)
  }

  #placed(
    { id, severity }: ProjectRule,
    { path }: ProjectFile,
    { line = 1, message, fix }: StaleFinding,
  ): PlacedFinding {
    const setting = this.#rules[id]
    return {
      path,
      rule: id,
      severity: setting === undefined || setting === 'off' ? severity : setting,
      message: forMessage(message).replace(/\.$/, ''),
      fix,
      line,
      column: 1,
      endLine: line,
      endColumn: 1,
    }
  }
}

const LOOK_AT_ALL = 'Run "topo render --check", which compares all.'
