/** The error of a batch that ran to its end but not for all scripts: `--json` prints it beside the items. */
import { ExitCode, KnownError, refusedError } from '../../errors.ts'
import { countedEach } from '../../text/words.ts'
import { failureDocument } from '../io/failure.ts'

interface BatchItem {
  readonly path: string | null
  readonly slug: string | null
  readonly action: string
  readonly reason: string
  /** Absent in a plan. */
  readonly error?: string | null
  readonly hint?: string | null
  readonly exitCode?: ExitCode
}

const hints: Partial<Record<string, string>> = {
  TOPO_CONFLICT: 'Run "topo status" to see what differs, then pull or push again.',
  TOPO_INVALID: 'Run "topo validate" to see each finding with its line.',
}

/** Names the failures that decide the exit code. An empty object for exit code 0. */
export function batchError(items: readonly BatchItem[], exitCode: ExitCode): object {
  if (exitCode === ExitCode.ok) return {}
  const failed = items.filter((item) => exitOf(item) !== ExitCode.ok)
  const deciding = failed.filter((item) => exitOf(item) === exitCode)
  const codes = new Set(deciding.map(codeOf))
  const [first] = deciding
  const code = codes.size === 1 && first ? codeOf(first) : undefined
  const hint = (deciding.length === 1 ? first?.hint : undefined) ?? hints[code ?? '']
  const message =
    failed.length === 1 && first
      ? `${first.path ?? first.slug}: ${first.reason.replace(/\.$/, '')}.`
      : `${failed.length} of ${items.length} scripts have a problem: ${countedEach(failed.map(({ action }) => action))}.`
  const error =
    code === undefined
      ? refusedError(message, {
          code: 'TOPO_BATCH_FAILED',
          hint: 'Each item has its reason.',
        })
      : new KnownError(message, { code, exitCode, hint: hint ?? 'Each item has its reason.' })
  return failureDocument(error)
}

const exitOf = ({ action, exitCode }: BatchItem): ExitCode => {
  if (exitCode !== undefined) return exitCode
  if (action === 'conflict') return ExitCode.conflict
  return action === 'invalid' || action === 'hidden' ? ExitCode.refused : ExitCode.ok
}

const codeOf = (item: BatchItem): `TOPO_${string}` => {
  if (item.error) return item.error as `TOPO_${string}`
  if (item.action === 'hidden') return 'TOPO_OTHER_USER'
  return exitOf(item) === ExitCode.conflict ? 'TOPO_CONFLICT' : 'TOPO_INVALID'
}
