/** Formats a request for `--debug`: only headers and parameters that are known to be harmless. */
import { redactUrl } from '../../api/transport/redact-url.ts'
import type { TransportEvent } from '../../api/transport/transport.ts'
import { forTerminal } from '../../text/safe/for-terminal.ts'

const loggedHeaders =
  /^(content-type|content-length|date|location|retry-after|server|via|x-request-id|x-topo-mock|(x-)?ratelimit(-\w+)?)$/

export function debugLine(event: Extract<TransportEvent, { type: 'response' }>): string {
  const { method, url, status, milliseconds, headers } = event
  const shown = [...headers]
    .filter(([name]) => loggedHeaders.test(name))
    .map(([name, value]) => `${name}: ${name === 'location' ? redactUrl(value, url) : value}`)
  return [`${method} ${url} ${status} ${milliseconds} ms`, ...shown].map(forTerminal).join('\n  ')
}
