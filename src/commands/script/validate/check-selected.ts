/** Chooses the scripts that `topo validate` checks, and what it keeps of each. */
import { scriptFromStdin, selectionOf } from '../../../cli/command/flags/selection.ts'
import type { Terminal } from '../../../cli/io/terminal.ts'
import { usageError } from '../../../errors.ts'
import { type CheckedScript, checkScripts } from '../../../project/check/check.ts'
import {
  type ReportedScript,
  reportedFromDisk,
  reportedScript,
} from '../../../project/check/reported.ts'
import type { Project } from '../../../project/config/project.ts'
import type { LocalScript } from '../../../project/script/load.ts'
import { checkAndKeep, loadProject, type Selection } from '../../../project/select/selection.ts'
import { inShard } from '../../../project/select/shard.ts'
import type { ValidationFlags } from './validate.ts'

/** True if the run covers the whole project. */
export const coversProject = (
  paths: readonly string[],
  { changed, since, shard }: ValidationFlags,
): boolean => paths.length === 0 && !changed && since === undefined && shard === undefined

/** `givenLabels` needs it. */
const OUTLINED = { outline: true }

/** True if scripts are fixed or sent, which needs more of them than a report. */
export const needsScripts = (flags: ValidationFlags): boolean =>
  flags.remote || flags.fix || flags['fix-dry-run']

/** Formats whose findings have a fingerprint of their line. */
const FINGERPRINTED = ['gitlab', 'sarif']

/**
 * Lines in a baseline or a fingerprint must be those that were checked; a script on standard input
 * cannot be read again.
 */
export function reportedFor(
  paths: readonly string[],
  flags: ValidationFlags,
): (checked: CheckedScript) => ReportedScript {
  const hasBaseline = (flags.baseline ?? flags['write-baseline']) !== undefined
  const needsTexts = hasBaseline || FINGERPRINTED.includes(flags.format ?? '')
  return needsTexts || paths.includes('-') ? reportedScript : reportedFromDisk
}

interface Keeping<Kept> {
  readonly terminal: Terminal
  readonly keep: (checked: CheckedScript) => Kept
}

/** Checks the named scripts, those of the project, or the one on standard input. */
export async function checkSelected<Kept>(
  project: Project,
  paths: readonly string[],
  flags: ValidationFlags,
  { terminal, keep }: Keeping<Kept>,
): Promise<Kept[]> {
  const { activity } = terminal
  const onFound = (count: number) => activity.begin('Validating', count)
  const onEach = () => activity.advance()
  const name = flags['stdin-filename']
  const isCompared = flags.changed || flags.since !== undefined
  if (flags.against !== undefined) {
    const { checkAgainst } = await import('./check-against.ts')
    const checked = await checkAgainst(project, paths, flags.against, { onFound, onEach })
    return checked.map(keep)
  }
  if (!paths.includes('-')) {
    if (name !== undefined) {
      const hint = 'Add - as the only file.'
      throw usageError('--stdin-filename needs a script on standard input.', { hint })
    }
    const selection = selectionOf(project, paths, flags, terminal)
    if (!isCompared)
      return checkAndKeep(project, selection, { onFound, onEach }, { ...OUTLINED, keep })
    const scripts = await loadChanged(project, selection, flags.since)
    onFound(scripts.length)
    return (await checkScripts(scripts, onEach, OUTLINED)).map(keep)
  }
  if (flags.fix) {
    throw usageError('--fix cannot write a script from standard input.', {
      hint: 'Use --fix-dry-run, which prints a patch.',
    })
  }
  if (isCompared) {
    throw usageError(
      'git does not know a script from standard input, so --changed and --since cannot be used.',
    )
  }
  if (paths.length > 1) {
    throw usageError('- reads the only script to validate, so no other can be named.', {
      hint: 'Run topo validate again for the files.',
    })
  }
  const script = await scriptFromStdin(project, name)
  onFound(1)
  return (await checkScripts([script], onEach)).map(keep)
}

async function loadChanged(
  project: Project,
  selection: Selection,
  since: string | undefined,
): Promise<LocalScript[]> {
  const { shard } = selection
  const all = await loadProject(project, selection)
  const scripts = shard === undefined ? all : all.filter(({ slug }) => inShard(slug, shard))
  const { changedScripts } = await import('../../../project/select/changed-scripts.ts')
  const { changed, unknown } = await changedScripts(scripts, project.root, since)
  const selected = new Set([...changed, ...unknown])
  return scripts.filter((script) => selected.has(script))
}
