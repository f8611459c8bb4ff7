/** `--fix`: applies the edits of findings to the file, until nothing is left to fix. */
import { access, constants, realpath } from 'node:fs/promises'
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { writeAtomic } from '../../files/atomic.ts'
import { readFileWithin } from '../../limits/files.ts'
import { lineEndOf } from '../../text/line-ends.ts'
import { LineIndex, type TextEdit, withEdits } from '../../topology/model/position.ts'
import { type LocalScript, scriptOf } from '../script/load.ts'
import type { ProjectDefaults } from '../script/metadata.ts'
import type { CheckedScript } from './check.ts'
import { hasRun } from './finished-run.ts'
import type { PlacedFinding } from './suppressions.ts'

export interface FixResult {
  /** The script after the fixes, with its remaining findings. */
  after: CheckedScript
  before: LocalScript
  /** Fixed findings, at their positions when they were fixed. */
  fixed: PlacedFinding[]
}

export interface FixOptions {
  defaults?: ProjectDefaults | undefined
  check: (script: LocalScript) => Promise<CheckedScript>
}

/**
 * Writes nothing. Undefined if no finding has a fix. Skips scripts that are bundled or do not run to their end, and
 * drops edits that would leave more errors: a fix must never do harm.
 */
export async function applyFixes(
  checked: CheckedScript,
  options: FixOptions,
): Promise<FixResult | undefined> {
  const fixed: PlacedFinding[] = []
  let after = checked
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const edits = hasRun(after) && !after.script.bundled ? editsOf(after) : []
    if (edits.length === 0) break
    const next = await options.check(await applyEdits(after.script, edits, options.defaults))
    if (!hasRun(next) || errorsOf(next) > errorsOf(after)) break
    for (const { finding } of edits) fixed.push(finding)
    after = next
  }
  return fixed.length === 0 ? undefined : { after, before: checked.script, fixed }
}

/** Replaces the file; keeps its byte order mark, line ends and mode. @throws as `replaceableFile` */
export async function writeFixes({ before, after }: FixResult): Promise<void> {
  const file = await replaceableFile(before.file, before.path, bytesOf(before))
  await writeAtomic(file, bytesOf(after.script), { root: before.root })
}

/**
 * The file to write: the target of a symbolic link, which is kept.
 * @param path for messages
 * @throws KnownError `TOPO_CHANGED_MEANWHILE` if the file changed since it was read.
 */
export async function replaceableFile(
  named: string,
  path: string,
  before: Buffer,
): Promise<string> {
  const file = await realpath(named)
  const current = await readFileWithin('script', file)
  if (!current.equals(before)) {
    throw new KnownError(`${path} changed on disk while it was being changed.`, {
      code: 'TOPO_CHANGED_MEANWHILE',
      exitCode: ExitCode.conflict,
      hint: 'Run the command again.',
    })
  }
  // A rename in a writable folder would succeed even if the file is read-only.
  await access(file, constants.W_OK).catch((cause) => {
    throw refusedError(`${path} is not writable.`, {
      code: 'TOPO_WRITE_FAILED',
      hint: 'Make it writable, or preview the changes as a patch.',
      cause,
    })
  })
  return file
}

/** Content of the file on disk. */
export const bytesOf = ({ text, byteOrderMark }: LocalScript): Buffer =>
  Buffer.from((byteOrderMark ? '\uFEFF' : '') + text)

interface FileEdit extends TextEdit {
  finding: PlacedFinding
}

/** Top to bottom. If two edits touch, takes the first; the next pass may apply the other. */
function editsOf({ script, findings }: CheckedScript): FileEdit[] {
  const lines = new LineIndex(script.text)
  const lineEnd = lineEndOf(script.text)
  const edits = findings.flatMap((finding): FileEdit[] => {
    if (finding.edit === undefined || finding.path !== script.path) return []
    const { at, text } = finding.edit
    const start = lines.offset(at.line, at.column)
    const end = lines.offset(at.endLine, at.endColumn)
    return [{ finding, start, end, text: text.replaceAll(/\r?\n/g, lineEnd) }]
  })
  edits.sort((a, b) => a.start - b.start || a.end - b.end)
  const chosen: FileEdit[] = []
  for (const edit of edits) {
    const previous = chosen.at(-1)
    const apart = previous === undefined || edit.start > previous.end
    const { header } = script
    const isInCode = edit.end <= header.start || edit.start >= header.end
    if (apart && isInCode && edit.end >= edit.start) chosen.push(edit)
  }
  return chosen
}

function applyEdits(
  script: LocalScript,
  edits: readonly FileEdit[],
  defaults: ProjectDefaults | undefined,
) {
  const text = withEdits(script.text, edits)
  return scriptOf(bytesOf({ ...script, text }), script.file, { ...script, defaults })
}

const errorsOf = ({ findings }: CheckedScript): number =>
  findings.filter(({ severity }) => severity === 'error').length

/** Stops edits that undo each other. */
const MOST_PASSES = 10
