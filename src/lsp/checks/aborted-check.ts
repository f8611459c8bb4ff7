/** The result of a check that failed: its reason is a finding, because an editor shows nothing else. */
import { basename, dirname, join } from 'node:path'
import { KnownError } from '../../errors.ts'
import { CONFIG_FILE } from '../../files/root.ts'
import { abortedCheck, busyCheck } from '../../project/check/finished-run.ts'
import type { OpenCheck } from './check-open-script.ts'

/** An editor checks one script at a time, so no path helps. */
const MAKE_SMALLER = 'Make the script smaller. The next edit checks it again.'

export function aborted(file: string, error: Error): OpenCheck {
  const fix = error instanceof KnownError && error.hint ? error.hint : MAKE_SMALLER
  const failed = busyCheck(error) ?? { ...abortedCheck(error.message), fix }
  const finding = { ...failed, path: basename(file) }
  const root = dirname(file)
  const rest = {
    hasRun: false,
    slug: '',
    twins: [],
    texts: new Map(),
    trouble: undefined,
    dependencies: [join(root, CONFIG_FILE)],
  }
  return { ...rest, isScript: true, root, path: finding.path, findings: [finding] }
}
