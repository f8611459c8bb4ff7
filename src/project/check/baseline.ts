/** `--baseline`: hides recorded findings, so that only new ones are reported. */

import path from 'node:path'
import { KnownError, usageError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { decodeText } from '../../files/decode.ts'
import { fingerprint } from '../../files/fingerprint.ts'
import { compareGenerated } from '../../files/generated.ts'
import { realPathOf } from '../../files/path-containment.ts'
import { sortedBy } from '../../grouped.ts'
import { readFileWithin, readOverwritten } from '../../limits/files.ts'
import { linesIn } from '../../text/line-ends.ts'
import { tryParseJson } from '../../text/parse-json.ts'
import { isAdvice } from '../../validator/index.ts'
import { readModule } from '../script/bundle/read-imported.ts'
import type { Reported, ReportedFile } from './check.ts'
import type { PlacedFinding } from './suppressions.ts'

export interface BaselineEntry {
  /** Path of the file, relative to the project root. */
  path: string
  rule: string
  message: string
  /** Hash of path, rule, message and the text of the line; independent of the line number. */
  fingerprint: string
  /** Number of identical findings. */
  count: number
}

export interface BaselineResult {
  /** Findings that are not in the baseline. */
  checked: Reported[]
  hidden: number
  /** Baseline entries that were not found again, in files that were checked. */
  stale: BaselineEntry[]
}

/**
 * Removes each recorded finding as often as the baseline counts it. Only advice: findings that the service refuses
 * are always reported, since the push would fail.
 *
 * @param whole true if all scripts of the project were checked; entries not found are then stale everywhere
 * @param unasked rules that were not checked, so their entries are never stale
 */
export async function applyBaseline(
  checked: readonly Reported[],
  baseline: readonly BaselineEntry[],
  whole: boolean,
  unasked: readonly string[] = [],
): Promise<BaselineResult> {
  const left = new Map(baseline.map((entry) => [entry.fingerprint, entry.count]))
  const known = new Set<string>()
  let hidden = 0
  const rest = await filterAdvice(checked, (finding, print) => {
    // Several scripts may import the same file: count and report its findings once.
    if (known.has(placeOf(finding))) return true
    const count = left.get(print) ?? 0
    if (count === 0) return false
    left.set(print, count - 1)
    known.add(placeOf(finding))
    hidden++
    return true
  })
  const looked = new Set(checked.map(({ script }) => script.path))
  const stale = baseline.flatMap((entry) => {
    const count = unasked.includes(entry.rule) ? 0 : (left.get(entry.fingerprint) ?? 0)
    return count > 0 && (whole || looked.has(entry.path)) ? { ...entry, count } : []
  })
  return { checked: rest, hidden, stale }
}

/**
 * Lists current findings in a stable order. Keeps entries of files and rules that were not checked.
 *
 * @param whole true if all scripts of the project were checked; no other entries are kept then
 */
export async function buildBaseline(
  checked: readonly Reported[],
  before: readonly BaselineEntry[],
  whole: boolean,
  unasked: readonly string[] = [],
): Promise<BaselineEntry[]> {
  const entries = new Map<string, BaselineEntry>()
  const known = new Set<string>()
  await filterAdvice(checked, (finding, print) => {
    if (known.has(placeOf(finding))) return false
    known.add(placeOf(finding))
    const { path: file, rule, message } = finding
    const count = (entries.get(print)?.count ?? 0) + 1
    entries.set(print, { path: file, rule, message, fingerprint: print, count })
    return false
  })
  const looked = new Set([
    ...checked.map(({ script }) => script.path),
    ...[...entries.values()].map((e) => e.path),
  ])
  const kept = before.filter(
    (entry) => unasked.includes(entry.rule) || (!whole && !looked.has(entry.path)),
  )
  return sortedBy([...kept, ...entries.values()], keyOf)
}

/** @throws usage error `TOPO_BASELINE_INVALID` for a missing file, or for other content. */
export async function readBaseline(file: string): Promise<BaselineEntry[]> {
  const bytes = await readFileWithin('record', file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof KnownError) throw error
    const { code } = error
    throw usageError(`No baseline found at ${file}${code === 'ENOENT' ? '' : ` (${code})`}.`, {
      code: 'TOPO_BASELINE_INVALID',
      hint: 'Create it with "topo validate --write-baseline FILE".',
    })
  })
  const decoded = decodeText(bytes, file)
  if (decoded.text === undefined)
    throw usageError(decoded.message, { code: 'TOPO_BASELINE_INVALID', hint: decoded.fix })
  const entries = entriesOf(bytes)
  if (entries) return entries
  throw usageError(`${file} is not a topo baseline.`, {
    code: 'TOPO_BASELINE_INVALID',
    hint: 'Restore it, or create a new one with "topo validate --write-baseline FILE".',
  })
}

/** @throws KnownError `TOPO_BASELINE_INVALID` instead of overwriting a file that is not a baseline. */
export async function writeBaseline(
  file: string,
  checked: readonly Reported[],
  whole: boolean,
  unasked: readonly string[],
): Promise<BaselineEntry[]> {
  const bytes = await readOverwritten('record', file)
  const before = bytes === undefined ? [] : entriesOf(bytes)
  if (!before) {
    throw usageError(`${file} is not a topo baseline, so it was not overwritten.`, {
      code: 'TOPO_BASELINE_INVALID',
      hint: 'Use another file name, or remove this file first.',
    })
  }
  const findings = await buildBaseline(checked, before, whole, unasked)
  const text = `${JSON.stringify({ version: VERSION, findings }, null, 2)}\n`
  const generated = compareGenerated(bytes, text)
  if (generated.state !== 'current') await writeAtomic(file, generated.bytes)
  return findings
}

const VERSION = 1

function entriesOf(bytes: Buffer): BaselineEntry[] | undefined {
  const { version, findings } = Object(tryParseJson(decodeText(bytes).text ?? ''))
  return version === VERSION && Array.isArray(findings) && findings.every(isEntry)
    ? findings
    : undefined
}

function isEntry(value: Partial<BaselineEntry> | null): value is BaselineEntry {
  const texts = [value?.path, value?.rule, value?.message, value?.fingerprint]
  return texts.every((text) => typeof text === 'string') && Number.isSafeInteger(value?.count)
}

/** Calls `isHidden` with each advice finding and its fingerprint; returns the findings that are not hidden. */
async function filterAdvice(
  checked: readonly Reported[],
  isHidden: (finding: PlacedFinding, print: string) => boolean,
): Promise<Reported[]> {
  const texts = new Map<string, string[]>()
  for (const { script } of checked) texts.set(script.path, linesIn(script.text ?? ''))
  const rest: Reported[] = []
  for (const { script, findings } of checked) {
    const kept: PlacedFinding[] = []
    for (const finding of findings) {
      if (isAdvice(finding.rule)) {
        const lines = texts.get(finding.path) ?? (await readLines(script, finding.path))
        texts.set(finding.path, lines)
        if (isHidden(finding, fingerprint(finding.path, finding, lines[finding.line - 1] ?? '')))
          continue
      }
      kept.push(finding)
    }
    rest.push({ script, findings: kept })
  }
  return rest
}

async function readLines({ root, open }: ReportedFile, imported: string): Promise<string[]> {
  const bytes = await readModule(realPathOf(path.join(root, imported)), open).catch(() =>
    Buffer.alloc(0),
  )
  return linesIn(decodeText(bytes).text ?? '')
}

const placeOf = ({ path: file, rule, line, column, message }: PlacedFinding): string =>
  JSON.stringify([file, rule, line, column, message])

const keyOf = ({ path: file, rule, message, fingerprint: print }: BaselineEntry): string =>
  JSON.stringify([file, rule, message, print])
