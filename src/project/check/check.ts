/** Checks scripts: problems of the file, then the validator's findings on the code that would be sent. */
import { dirname } from 'node:path'
import { KnownError } from '../../errors.ts'
import type { Place, Span } from '../../files/position.ts'
import type { Picture } from '../../render/index.ts'
import { internalProblem, type Outline } from '../../topology/index.ts'
import type { Finding, Related } from '../../validator/index.ts'
import { fewAtATime } from '../script/few-at-a-time.ts'
import type { LocalScript } from '../script/load.ts'
import { checkerForScripts } from './checker.ts'
import { type Examine, type ExamineRequest, type ExamineResult, examine } from './examine.ts'
import { busyCheck, hasRun } from './finished-run.ts'
import { type PlacedFinding, type SourceText, suppress } from './suppressions.ts'
import { recall, remember, verdictKey } from './verdicts.ts'

/** The file of a script, for code frames and for comments that suppress findings. */
export interface ReportedFile
  extends Pick<LocalScript, 'root' | 'file' | 'path' | 'bundled' | 'open'> {
  /** Undefined if nobody knows any more what was checked. */
  readonly text: string | undefined
}

/** The part of a checked script that a report needs. */
export interface Reported {
  readonly script: ReportedFile
  readonly findings: readonly PlacedFinding[]
}

export interface CheckedScript {
  script: LocalScript
  /** Findings with file and position on disk. Edits only if the file itself is sent, not a bundle. */
  findings: PlacedFinding[]
  /** Ids of the nodes, if the script ran to its end. */
  nodes?: readonly string[] | undefined
  /** The same, if it was requested. */
  outline?: Outline | undefined
  picture?: Picture | undefined
}

/** Parts of a result that a check returns only if they are wanted. */
export type WantedOfCheck = Pick<ExamineRequest, 'outline' | 'picture'>

/**
 * Scripts that are checked or wait for a thread, so that none idles. More would outlive two
 * scavenges of V8, each with all that it needs.
 */
export const CHECKED_AT_ONCE = 32

/** Checks many scripts, on all cores if that is faster; results in the order of the scripts. */
export async function checkScripts(
  scripts: readonly LocalScript[],
  onEach: () => void = () => {},
  wanted: WantedOfCheck = {},
): Promise<CheckedScript[]> {
  const checker = await checkerForScripts(scripts)
  try {
    return await fewAtATime(scripts, CHECKED_AT_ONCE, async (script) => {
      const checked = await checkScript(script, checker.examine, wanted)
      onEach()
      return checked
    })
  } finally {
    await checker.close()
  }
}

export async function checkScript(
  script: LocalScript,
  ask: Examine = examine,
  more: WantedOfCheck = {},
): Promise<CheckedScript> {
  const problems = script.problems.map((problem) => ({ ...problem, severity: 'error' as const }))
  // A script that cannot be read or bundled would not be sent as it is, so validating it would mislead.
  if (problems.length > 0) return { script, findings: problems }
  if (script.content.type !== 'topology') return { script, findings: [] }
  try {
    return { script, ...(await resultOf(script, ask, more)) }
  } catch (error) {
    if (error instanceof KnownError) throw error
    const bug = internalProblem('placing its findings', error)
    return { script, findings: [{ ...bug, severity: 'error', path: script.path }] }
  }
}

async function resultOf(
  script: LocalScript,
  ask: Examine,
  more: WantedOfCheck,
): Promise<Omit<CheckedScript, 'script'>> {
  const wanted = { ...more, rules: script.rules, folder: dirname(script.file) }
  const examined = await examinedOnce(script, wanted, ask).catch(unfinished)
  const findings = examined.findings.map((finding) => placedIn(script, finding))
  // If the script did not run to its end, unused suppressions cannot be determined.
  if (!hasRun({ findings })) return { findings }
  return {
    findings: await suppress(findings, await checkedTexts(script), script.rules),
    nodes: examined.nodes,
    outline: examined.outline,
    picture: examined.picture,
  }
}

/** The finding with its places on disk. Spread, it would take three times the memory. */
function placedIn(
  { locate, bundled }: LocalScript,
  { edit, suggestion, related, ...finding }: Finding,
): PlacedFinding {
  const at = locate(finding)
  const placeOf = (span: Span) => relativePlace(at.path, locate(span))
  return Object.assign(
    finding,
    at,
    related && { related: placeOf(related) },
    suggestion && { suggestion: { ...suggestion, at: placeOf(suggestion.at) } },
    // Edits are offsets into the bundle, so they cannot be applied to the source file.
    edit && !bundled && { edit: { at: placeOf(edit.at), text: edit.text } },
  )
}

/** The verdict of an earlier run, or a new one. The text of an open file changes with each key, so it is not kept. */
async function examinedOnce(
  { content, verdicts, open }: LocalScript,
  wanted: ExamineRequest,
  ask: Examine,
): Promise<ExamineResult> {
  if (verdicts === undefined || open !== undefined || wanted.picture !== undefined)
    return ask(content.code, wanted)
  const key = verdictKey(content.code, wanted)
  const kept = recall(verdicts, key)
  if (kept !== undefined && (kept.outline !== undefined || wanted.outline !== true)) return kept
  const examined = await ask(content.code, wanted)
  // The machine may have stopped a script, for example because it has little memory.
  if (hasRun(examined) && examined.readsPackages !== true) remember(verdicts, key, examined)
  return examined
}

/** A script that takes too long has a finding, so that the others keep their results. */
function unfinished(error: unknown): ExamineResult {
  const finding = busyCheck(error)
  if (finding === undefined) throw error
  return { findings: [finding] }
}

/** Drops the path of a place in the same file. */
const relativePlace = (path: string, { path: other, ...span }: Place): Related =>
  other === path ? span : { path: other, ...span }

export const hasErrors = ({ findings }: Pick<Reported, 'findings'>): boolean =>
  findings.some(({ severity }) => severity === 'error')

export async function checkedTexts({
  root,
  file,
  path,
  text = '',
  bundled,
  open,
}: ReportedFile): Promise<SourceText[]> {
  if (!bundled) return [{ path, text, imported: false }]
  const { importedFiles } = await import('../script/bundle/import-graph.ts')
  const sources: SourceText[] = [{ path, text, imported: false }]
  for (const imported of await importedFiles(root, file, text, open)) {
    if (imported.text === undefined) continue
    sources.push({ path: imported.path, text: imported.text, imported: true })
  }
  return sources
}
