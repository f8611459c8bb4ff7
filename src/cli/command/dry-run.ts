/** Result of `--dry-run`: the request that was not sent. */
import type { DryRunStop } from '../../api/transport/transport.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'
import type { CommandResult } from './result.ts'

export function dryRunResult({ exchange: { method, path, body } }: DryRunStop): CommandResult {
  const request = { method, path, body: body ?? null }
  const json = body === undefined ? '' : JSON.stringify(body, null, 2)
  const bodyLines = json === '' ? [] : json.split('\n').map(forTerminal)
  return {
    data: { dryRun: true, request },
    text: (out) =>
      [
        `${out.style('bold', `${method} ${path}`)}${out.isTerminal ? '  (not sent)' : ''}`,
        ...bodyLines,
      ].join('\n'),
  }
}
