/** `--format json` and `--json`: the result as JSON. */
import { jsonText } from '../text/safe/ci-commands.ts'
import type { Reporter } from './reporter.ts'

export const jsonReport: Reporter = {
  name: 'json',
  report: (result) => `${jsonText(result)}\n`,
}
