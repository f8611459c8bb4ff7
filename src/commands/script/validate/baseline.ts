/** `--baseline` and `--write-baseline`: hides recorded findings, or records them. */

import { resolve } from 'node:path'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { sumOf } from '../../../grouped.ts'
import {
  applyBaseline,
  type BaselineEntry,
  buildBaseline,
  readBaseline,
  writeBaseline,
} from '../../../project/check/baseline.ts'
import type { Reported } from '../../../project/check/check.ts'
import { forTerminal } from '../../../text/safe/for-terminal.ts'
import { counted } from '../../../text/words.ts'
import { comparisons, oneIdTwoLabels } from '../../../validator/index.ts'

export interface BaselineFlags {
  baseline: string | undefined
  'write-baseline': string | undefined
  against?: readonly string[] | undefined
}

/** The baseline in `--json`. */
export interface BaselineUse {
  hiddenCount: number
  /** Recorded, but no longer found. */
  stale: Pick<BaselineEntry, 'path' | 'rule' | 'message' | 'count'>[]
}

export interface FilteredFindings {
  checked: readonly Reported[]
  /** Undefined without a baseline. */
  use: BaselineUse | undefined
}

/** @param whole the run covered all scripts of the project */
export async function withBaseline(
  checked: readonly Reported[],
  flags: BaselineFlags,
  { cwd, whole, terminal }: { cwd: string; whole: boolean; terminal: Terminal },
): Promise<FilteredFindings> {
  const given = flags['write-baseline'] ?? flags.baseline
  if (given === undefined) return { checked, use: undefined }
  const file = resolve(cwd, given)
  const unasked = [
    ...(flags.against ? [] : comparisons.map(({ id }) => id)),
    // The other diagram may not be in this run.
    ...(whole ? [] : [oneIdTwoLabels.id]),
  ]
  let entries: BaselineEntry[]
  if (flags['write-baseline'] === undefined) entries = await readBaseline(file)
  else {
    entries = await writeBaseline(file, checked, whole, unasked)
    const recorded = await buildBaseline(checked, [], true)
    const total = sumOf(recorded, ({ count }) => count)
    terminal.note(`${counted(total, 'finding')} recorded in ${forTerminal(given)}`)
  }
  const { checked: rest, hidden, stale } = await applyBaseline(checked, entries, whole, unasked)
  for (const { path, rule, message } of stale) {
    terminal.note(
      `${forTerminal(given)}: no longer found in ${forTerminal(path)}: ${forTerminal(message)} [${forTerminal(rule)}]`,
    )
  }
  if (stale.length > 0) terminal.note(`Update it with --write-baseline ${forTerminal(given)}`)
  const staleEntries = stale.map(({ path, rule, message, count }) => ({
    path,
    rule,
    message,
    count,
  }))
  return { checked: rest, use: { hiddenCount: hidden, stale: staleEntries } }
}
