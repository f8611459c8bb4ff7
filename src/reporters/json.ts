/** `--format json`, and what `--json` prints: the result itself. */
import type { Reporter } from './reporter.ts'

export const json: Reporter = {
  name: 'json',
  report: (result) => `${JSON.stringify(result, null, 2)}\n`,
}
