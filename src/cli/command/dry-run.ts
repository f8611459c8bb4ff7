/** The answer of `--dry-run`: the request that was not sent. */
import type { Withheld } from '../../api/transport.ts'
import { forTerminal } from '../../text/for-terminal.ts'
import type { Answer } from './result.ts'

export function withheldAnswer({ exchange: { method, path, body } }: Withheld): Answer {
  const request = { method, path, body: body ?? null }
  return {
    data: { dryRun: true, request },
    text: (out) =>
      [
        `${out.style('bold', `${method} ${path}`)}${out.isTerminal ? '  (not sent)' : ''}`,
        ...(body === undefined
          ? []
          : [JSON.stringify(body, null, 2).split('\n').map(forTerminal).join('\n')]),
      ].join('\n'),
  }
}
